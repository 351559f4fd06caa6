import words from "site:words/board";
import type { ComponentChildren } from "preact";
import { categoryName } from "../shared/category-name.ts";
import { called } from "../shared/language.ts";
import { amount, Code, fill, sentence } from "../shared/text.tsx";
import type { Changes, Draft } from "./draft.ts";

const { config: say } = words;

const signs = { blocked: "×", removed: "−", changed: "~", added: "+" } as const;
type Sign = keyof typeof signs;

const Row = ({ is, children }: { is: Sign; children: ComponentChildren }) => (
  <li class={is}>
    <b>{signs[is]}</b>
    <span>{say[is]}</span>
    <span>{children}</span>
  </li>
);

const Blocked = ({ one }: { one: Changes["blocked"][number] }) => {
  const category = categoryName(one.category);
  const reasons = [
    ...one.boxes.map(({ box_no, quantity }) =>
      fill(say.inBox, { category, count: amount(quantity), box: <Code>{box_no}</Code> }),
    ),
    one.more && fill(say.inMore, { category }),
    one.off_shelf
      ? fill(say.off, { category })
      : one.location !== undefined &&
        fill(say.on, { category, shelf: <Code>{one.location}</Code> }),
    one.boxed_quantity === 0 && `${category}: ${called(one.evidence)}`,
  ].filter((reason) => reason !== false);
  return (
    <Row is="blocked">
      {reasons.map((reason, at) => (
        <span key={at} class="line">
          {reason}
        </span>
      ))}
    </Row>
  );
};

const quantityIn = (draft: Draft, code: string) => draft[code]?.typed.trim() || words.noLimit;
const entry = (draft: Draft, code: string) => {
  const category = categoryName(code);
  const typed = draft[code]?.typed.trim();
  return typed ? `${category} ${typed}` : fill(words.history.lines.unlimited, { category });
};

type DiffProps = {
  readonly changes: Changes;
  readonly before: Draft;
  readonly draft: Draft;
  readonly refusal?: string;
};
export const Diff = ({ changes, before, draft, refusal }: DiffProps) => {
  const { added, removed, changed, blocked } = changes;
  const isBlocked = (code: string) => blocked.some(({ category }) => category === code);
  return (
    <ul class="diff" aria-live="polite" data-test="diff">
      {refusal !== undefined && <Row is="blocked">{sentence(refusal, [])}</Row>}
      {blocked.map((one) => (
        <Blocked key={one.category} one={one} />
      ))}
      {removed
        .filter((code) => !isBlocked(code))
        .map((code) => (
          <Row key={code} is="removed">
            <del>{entry(before, code)}</del>
          </Row>
        ))}
      {changed.map((code) => (
        <Row key={code} is="changed">
          {categoryName(code)} <del>{quantityIn(before, code)}</del> →{" "}
          <ins>{quantityIn(draft, code)}</ins>
        </Row>
      ))}
      {added.map((code) => (
        <Row key={code} is="added">
          <ins>{entry(draft, code)}</ins>
        </Row>
      ))}
    </ul>
  );
};
