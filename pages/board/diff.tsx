import * as settings from "site:settings";
import words from "site:words/board";
import type { ComponentChildren } from "preact";
import type { Answer } from "#lib/page/requests.ts";
import { called, categoryName } from "../shared/language.ts";
import type { Refused } from "../shared/refusal.ts";
import { amount, Code, fill, sentence } from "../shared/text.tsx";

const { config: say } = words;

/** How much of each category is wanted, as typed; with nothing typed there is no limit. */
export type Draft = Readonly<Record<string, string | undefined>>;
/** Why a draft cannot be saved. */
export type Verdict = {
  readonly blocked: Answer<"put-attachment-config">["blocked"];
  readonly refused?: Refused | undefined;
};

/** What saving would do, by category. */
export const changesIn = (before: Draft, draft: Draft) =>
  settings.categories.flatMap(({ category }) => {
    const [from, to] = [before[category], draft[category]];
    if (from === to) return [];
    const is = to === undefined ? "removed" : from === undefined ? "added" : "changed";
    return [{ category, from, to, is } as const];
  });

const signs = { blocked: "×", removed: "−", changed: "~", added: "+" } as const;
type RowProps = { is: keyof typeof signs; children: ComponentChildren };
const Row = ({ is, children }: RowProps) => (
  <li class={is}>
    <b>{signs[is]}</b>
    <span>{say[is]}</span>
    <div>{children}</div>
  </li>
);

const reasonsOf = (one: Verdict["blocked"][number]) => {
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

type DiffProps = Verdict & { changes: ReturnType<typeof changesIn> };
/** What saving would do. */
export const Diff = ({ changes, blocked, refused }: DiffProps) => (
  <ul class="diff" aria-live="polite" data-test="diff">
    {refused && <Row is="blocked">{sentence(refused)}</Row>}
    {blocked.map((one) => (
      <Row key={one.category} is="blocked">
        {reasonsOf(one).map((reason, at) => (
          <p key={at}>{reason}</p>
        ))}
      </Row>
    ))}
    {changes
      .filter(({ category }) => blocked.every((one) => one.category !== category))
      .map(({ category, is, from, to }) => (
        <Row key={category} is={is}>
          {categoryName(category)} {from !== undefined && <del>{from.trim() || words.noLimit}</del>}
          {is === "changed" && " → "}
          {to !== undefined && <ins>{to.trim() || words.noLimit}</ins>}
        </Row>
      ))}
  </ul>
);
