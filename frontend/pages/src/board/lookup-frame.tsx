import words from "site:words/board";
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../shared/icon.tsx";
import type { ReadResult } from "../shared/service-reads.ts";
import { CodeText, renderRefusal } from "../shared/text.tsx";
import { shownCodeOf } from "./address.ts";
import { CsvButton } from "./csv-button.tsx";
import { PrintButton } from "./print-button.tsx";
import { refreshBoard } from "./store.ts";

type LookupFrameProps = {
  icon: IconName;
  code: string;
  name?: ComponentChildren;
  /** `undefined` until the service answers. */
  result: ReadResult<unknown> | undefined;
  /** The rows of the CSV file. */
  rows?: readonly object[] | undefined;
  /** The acts on the result, and the open one. */
  acts?: ComponentChildren;
  openAct?: ComponentChildren;
  children: ComponentChildren;
};

/** On a phone the result is above the list, so it may be out of view after a touch. */
const scrollIntoView = (heading: HTMLElement | null) =>
  heading?.scrollIntoView({ block: "nearest" });

/** The frame of a result: its heading, its buttons, and the reason if there is no answer. */
export const LookupFrame = (props: LookupFrameProps) => {
  const { icon, code, name, result, rows, acts, openAct, children } = props;
  return (
    <section class="found" aria-labelledby="found" aria-busy={!result}>
      <div class="apart">
        <h2 ref={scrollIntoView} class="row title" id="found">
          <Icon name={icon} />
          <CodeText>{shownCodeOf(code)}</CodeText>
          <span>{name}</span>
        </h2>
        <div class="keys">
          {acts}
          <PrintButton kind={icon} code={code} />
          <CsvButton name={code} rows={rows} />
        </div>
      </div>
      {openAct}
      {!result && <p class="soft">{words.asking}</p>}
      {result?.refused && <p>{renderRefusal(result.refused)}</p>}
      {result?.unanswered && (
        <div class="row">
          <p>{words.states.unanswered}</p>
          <button type="button" class="btn" data-test="again" onClick={refreshBoard}>
            {words.acts.tryAgain}
          </button>
        </div>
      )}
      {children}
    </section>
  );
};
