import words from "site:words/board";
import type { ComponentChildren } from "preact";
import { categoryName } from "../shared/category-name.ts";
import { called } from "../shared/language.ts";
import { amount, Code, fill, sentence } from "../shared/text.tsx";
import type { Changes, Draft } from "./draft.ts";

const { config: say } = words;

const signs = { blocked: "×", removed: "−", changed: "~", added: "+" } as const;
type RowProps = { readonly is: keyof typeof signs; readonly children: ComponentChildren };
const Row = ({ is, children }: RowProps) => (
  <li class={is}>
    <b>{signs[is]}</b>
    <span>{say[is]}</span>
    <span>{children}</span>
  </li>
);

const reasonsOf = (one: Changes["blocked"][number]) => {
  const category = categoryName(one.category);
  return [
    ...one.boxes.map(({ box_no, quantity }) =>
      fill(say.inBox, { category, count: amount(quantity), box: <Code>{box_no}</Code> }),
    ),
    one.more && fill(say.inMore, { category }),
    one.off_shelf && fill(say.off, { category }),
    !one.off_shelf &&
      one.location !== undefined &&
      fill(say.on, { category, shelf: <Code>{one.location}</Code> }),
    one.boxed_quantity === 0 && `${category}: ${called(one.evidence)}`,
  ].filter((reason) => reason !== false);
};

type DiffProps = {
  readonly changes: Changes;
  readonly before: Draft;
  readonly draft: Draft;
  readonly refusal: string | undefined;
};
/** What saving would do. */
export const Diff = ({ changes, before, draft, refusal }: DiffProps) => {
  const typed = (from: Draft, code: string) => from[code]?.typed.trim() || words.noLimit;
  return (
    <ul class="diff" aria-live="polite" data-test="diff">
      {refusal !== undefined && <Row is="blocked">{sentence(refusal, [])}</Row>}
      {changes.blocked.map((one) => (
        <Row key={one.category} is="blocked">
          {reasonsOf(one).map((reason, at) => (
            <span key={at} class="line">
              {reason}
            </span>
          ))}
        </Row>
      ))}
      {(["removed", "changed", "added"] as const).map((is) =>
        changes[is]
          .filter((code) => changes.blocked.every(({ category }) => category !== code))
          .map((code) => (
            <Row key={code} is={is}>
              {categoryName(code)} {is !== "added" && <del>{typed(before, code)}</del>}
              {is === "changed" && " → "}
              {is !== "removed" && <ins>{typed(draft, code)}</ins>}
            </Row>
          )),
      )}
    </ul>
  );
};
