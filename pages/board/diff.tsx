import words from "site:words/board";
import type { ComponentChildren } from "preact";
import { categoryName } from "../shared/category-name.ts";
import { called } from "../shared/language.ts";
import { amount, Code, fill, sentence } from "../shared/text.tsx";
import { type Blocked, changesIn, type Draft } from "./draft.ts";

const { config: say } = words;

const signs = { blocked: "×", removed: "−", changed: "~", added: "+" } as const;
type RowProps = { is: keyof typeof signs; children: ComponentChildren };
const Row = ({ is, children }: RowProps) => (
  <li class={is}>
    <b>{signs[is]}</b>
    <span>{say[is]}</span>
    <div>{children}</div>
  </li>
);

const reasonsOf = (one: Blocked[number]) => {
  const { lines } = words;
  const goods = categoryName(one.category);
  return [
    ...one.boxes.map(({ box_no, quantity }) =>
      fill(lines.boxed, { goods, count: amount(quantity), box: <Code>{box_no}</Code> }),
    ),
    one.more && fill(say.inMore, { category: goods }),
    one.off_shelf && fill(lines.offShelf, { goods }),
    !one.off_shelf &&
      one.location !== undefined &&
      fill(lines.shelved, { goods, shelf: <Code>{one.location}</Code> }),
    one.boxed_quantity === 0 && `${goods}: ${called(one.evidence)}`,
  ].filter((reason) => reason);
};

type DiffProps = {
  before: Draft;
  draft: Draft;
  blocked: Blocked;
  refusal: string | undefined;
};
/** What saving would do. */
export const Diff = ({ before, draft, blocked, refusal }: DiffProps) => {
  const changes = changesIn(before, draft);
  const typed = (from: Draft, code: string) => from[code]?.trim() || words.noLimit;
  return (
    <ul class="diff" aria-live="polite" data-test="diff">
      {refusal !== undefined && <Row is="blocked">{sentence(refusal, [])}</Row>}
      {blocked.map((one) => (
        <Row key={one.category} is="blocked">
          {reasonsOf(one).map((reason, at) => (
            <p key={at}>{reason}</p>
          ))}
        </Row>
      ))}
      {(["removed", "changed", "added"] as const).map((is) =>
        changes[is]
          .filter((code) => blocked.every(({ category }) => category !== code))
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
