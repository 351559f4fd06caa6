import words from "site:words/board";
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../shared/icon.tsx";
import type { ReadResult } from "../shared/service-reads.ts";
import { CodeText, renderRefusal } from "../shared/text.tsx";
import { shownCodeOf } from "./address.ts";
import { CsvButton } from "./csv-button.tsx";
import { PrintButton } from "./print-button.tsx";

type LookupFrameProps = {
  icon: IconName;
  code: string;
  name?: ComponentChildren;
  /** What came of the question; nothing yet while it is asked. */
  of: ReadResult<unknown> | undefined;
  /** What is shown, as rows of a file. */
  rows?: readonly object[] | undefined;
  children: ComponentChildren;
};
/** On a phone it is above what led to it. */
const scrollIntoView = (heading: HTMLElement | null) =>
  heading?.scrollIntoView({ block: "nearest" });

/** What was looked up, under its heading. */
export const LookupFrame = ({ icon, code, name, of, rows, children }: LookupFrameProps) => {
  return (
    <section class="found" aria-labelledby="found" aria-busy={!of}>
      <div class="apart">
        <h2 ref={scrollIntoView} class="row title" id="found">
          <Icon name={icon} />
          <CodeText>{shownCodeOf(code)}</CodeText>
          <span>{name}</span>
        </h2>
        <PrintButton thing={icon} code={code} />
        <CsvButton name={code} rows={rows} />
      </div>
      {!of && <p class="soft">{words.asking}</p>}
      {of?.refused && <p>{renderRefusal(of.refused)}</p>}
      {of?.unanswered && <p>{words.states.unanswered}</p>}
      {children}
    </section>
  );
};
