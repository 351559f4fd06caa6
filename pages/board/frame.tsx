import words from "site:words/board";
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../shared/icon.tsx";
import type { Read } from "../shared/read.ts";
import { Code, sentence } from "../shared/text.tsx";
import { shownCode } from "./address.ts";
import { Csv } from "./csv.tsx";
import { Print } from "./print.tsx";

type FrameProps = {
  icon: IconName;
  code: string;
  name?: ComponentChildren;
  /** What came of the question; nothing yet while it is asked. */
  of: Read<unknown> | undefined;
  /** What is shown, as rows of a file. */
  rows?: readonly object[] | undefined;
  children: ComponentChildren;
};
/** On a phone it is above what led to it. */
const intoView = (heading: HTMLElement | null) => heading?.scrollIntoView({ block: "nearest" });

/** What was looked up, under its heading. */
export const Frame = ({ icon, code, name, of, rows, children }: FrameProps) => {
  return (
    <section class="found" aria-labelledby="found" aria-busy={!of}>
      <div class="apart">
        <h2 ref={intoView} class="row title" id="found">
          <Icon name={icon} />
          <Code>{shownCode(code)}</Code>
          <span>{name}</span>
        </h2>
        <Print thing={icon} code={code} />
        <Csv name={code} rows={rows} />
      </div>
      {!of && <p class="soft">{words.asking}</p>}
      {of?.refused && <p>{sentence(of.refused)}</p>}
      {of?.silent && <p>{words.states.unanswered}</p>}
      {children}
    </section>
  );
};
