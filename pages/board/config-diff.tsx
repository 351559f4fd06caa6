import * as settings from "site:settings";
import words from "site:words/board";
import type { ComponentChildren } from "preact";
import type { RouteAnswer } from "#lib/page/requests.ts";
import { categoryNameOf, siteNameOf } from "../shared/language.ts";
import type { RefusalText } from "../shared/refusal.ts";
import { CodeText, fillTemplate, formatAmount, renderRefusal } from "../shared/text.tsx";

const { config: configWords } = words;

/** How much of each category is wanted, as typed; with nothing typed there is no limit. */
export type ConfigDraft = Readonly<Record<string, string | undefined>>;
/** Why a draft cannot be saved. */
export type DraftVerdict = {
  readonly blocked: RouteAnswer<"put-attachment-config">["blocked"];
  readonly refused?: RefusalText | undefined;
};

/** What saving would do, by category. */
export const changesBetween = (before: ConfigDraft, draft: ConfigDraft) =>
  settings.categories.flatMap(({ category }) => {
    const [from, to] = [before[category], draft[category]];
    if (from === to) return [];
    const is = to === undefined ? "removed" : from === undefined ? "added" : "changed";
    return [{ category, from, to, is } as const];
  });

const changeSigns = { blocked: "×", removed: "−", changed: "~", added: "+" } as const;
type ChangeRowProps = { is: keyof typeof changeSigns; children: ComponentChildren };
const ChangeRow = ({ is, children }: ChangeRowProps) => (
  <li class={is}>
    <b>{changeSigns[is]}</b>
    <span>{configWords[is]}</span>
    <div>{children}</div>
  </li>
);

const blockReasonsOf = (one: DraftVerdict["blocked"][number]) => {
  const { lines } = words;
  const goods = categoryNameOf(one.category);
  return [
    ...one.boxes.map(({ box_no, quantity }) =>
      fillTemplate(lines.boxed, {
        goods,
        count: formatAmount(quantity),
        box: <CodeText>{box_no}</CodeText>,
      }),
    ),
    one.more && fillTemplate(configWords.inMore, { category: goods }),
    one.off_shelf && fillTemplate(lines.offShelf, { goods }),
    !one.off_shelf &&
      one.location !== undefined &&
      fillTemplate(lines.shelved, { goods, shelf: <CodeText>{one.location}</CodeText> }),
    one.boxed_quantity === 0 && `${goods}: ${siteNameOf(one.evidence)}`,
  ].filter((reason) => reason);
};

type ConfigDiffProps = DraftVerdict & { changes: ReturnType<typeof changesBetween> };
/** What saving would do. */
export const ConfigDiff = ({ changes, blocked, refused }: ConfigDiffProps) => (
  <ul class="diff" aria-live="polite" data-test="diff">
    {refused && <ChangeRow is="blocked">{renderRefusal(refused)}</ChangeRow>}
    {blocked.map((one) => (
      <ChangeRow key={one.category} is="blocked">
        {blockReasonsOf(one).map((reason, at) => (
          <p key={at}>{reason}</p>
        ))}
      </ChangeRow>
    ))}
    {changes
      .filter(({ category }) => blocked.every((one) => one.category !== category))
      .map(({ category, is, from, to }) => (
        <ChangeRow key={category} is={is}>
          {categoryNameOf(category)}{" "}
          {from !== undefined && <del>{from.trim() || words.noLimit}</del>}
          {is === "changed" && " → "}
          {to !== undefined && <ins>{to.trim() || words.noLimit}</ins>}
        </ChangeRow>
      ))}
  </ul>
);
