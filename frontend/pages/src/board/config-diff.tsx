import * as settings from "site:settings";
import words from "site:words/board";
import type { ComponentChildren } from "preact";
import type { RouteAnswer } from "#lib/page/requests.ts";
import { categoryNameOf, siteNameOf } from "../shared/language.ts";
import type { RefusalText } from "../shared/refusal.ts";
import { CodeText, fillTemplate, formatAmount, renderRefusal } from "../shared/text.tsx";
import { quantityHint } from "./typed-quantity.ts";

const { config: configWords } = words;

/** The typed quantity of each category; an empty one means no limit. */
export type ConfigDraft = Readonly<Record<string, string | undefined>>;

/** The reasons why a draft cannot be saved. */
export type DraftVerdict = {
  readonly blocked: RouteAnswer<"put-attachment-config">["blocked"];
  readonly refused?: RefusalText | undefined;
};

/** The changes that saving makes, by category. */
export const changesBetween = (before: ConfigDraft, draft: ConfigDraft) =>
  settings.categories.flatMap(({ category }) => {
    const [from, to] = [before[category], draft[category]];
    if (from === to) return [];
    const kind = to === undefined ? "removed" : from === undefined ? "added" : "changed";
    return [{ category, from, to, kind } as const];
  });

const changeSigns = { blocked: "×", removed: "−", changed: "~", added: "+" } as const;

type ChangeRowProps = { kind: keyof typeof changeSigns; children: ComponentChildren };
const ChangeRow = ({ kind, children }: ChangeRowProps) => (
  <li class={kind}>
    <b>{changeSigns[kind]}</b>
    <span>{configWords[kind]}</span>
    <div>{children}</div>
  </li>
);

const blockReasonsOf = (blocked: DraftVerdict["blocked"][number]) => {
  const { lines } = words;
  const { location, off_shelf, evidence } = blocked;
  const goods = categoryNameOf(blocked.category);
  const inBoxes = blocked.boxes.map(({ box_no, quantity }) =>
    fillTemplate(lines.boxed, {
      goods,
      count: formatAmount(quantity),
      box: <CodeText>{box_no}</CodeText>,
    }),
  );
  const onShelf =
    !off_shelf &&
    location !== undefined &&
    fillTemplate(lines.shelved, { goods, shelf: <CodeText>{location}</CodeText> });
  return [
    ...inBoxes,
    blocked.more && fillTemplate(configWords.inMore, { category: goods }),
    off_shelf && fillTemplate(lines.offShelf, { goods }),
    onShelf,
    blocked.boxed_quantity === 0 && `${goods}: ${siteNameOf(evidence)}`,
  ].filter((reason) => reason);
};

type ConfigDiffProps = DraftVerdict & {
  changes: ReturnType<typeof changesBetween>;
  /** The categories whose text is not a number that the site accepts. */
  misTyped: readonly string[];
};

/** Shows the changes of a draft, and what blocks it. */
export const ConfigDiff = ({ changes, misTyped, blocked, refused }: ConfigDiffProps) => (
  <ul class="diff" aria-live="polite" data-test="diff">
    {misTyped.map((category) => (
      <ChangeRow key={category} kind="blocked">
        {categoryNameOf(category)}: {quantityHint()}
      </ChangeRow>
    ))}
    {refused && <ChangeRow kind="blocked">{renderRefusal(refused)}</ChangeRow>}
    {blocked.map((block) => (
      <ChangeRow key={block.category} kind="blocked">
        {blockReasonsOf(block).map((reason, at) => (
          <p key={at}>{reason}</p>
        ))}
      </ChangeRow>
    ))}
    {changes
      .filter(
        ({ category }) =>
          !misTyped.includes(category) && blocked.every((block) => block.category !== category),
      )
      .map(({ category, kind, from, to }) => (
        <ChangeRow key={category} kind={kind}>
          {categoryNameOf(category)}{" "}
          {from !== undefined && <del>{from.trim() || words.noLimit}</del>}
          {kind === "changed" && " → "}
          {to !== undefined && <ins>{to.trim() || words.noLimit}</ins>}
        </ChangeRow>
      ))}
  </ul>
);
