import { words } from "site:languages";
import type { ComponentChildren } from "preact";
import { type NumberMeaning, sumQuantities } from "./commands.ts";
import { categoryNameOf } from "./language.ts";
import { fillTemplate, formatAmount } from "./text.tsx";

type SaveLabelProps = {
  readonly meaning: NumberMeaning;
  readonly held?: number;
  readonly category?: string;
  /** What is wrong with the number, such as that it is more than ordered. */
  readonly warning?: ComponentChildren;
};

const changeOf = (quantity: number, held: number) =>
  quantity < held
    ? fillTemplate(words.fewer, { count: formatAmount(sumQuantities(held, -quantity)) })
    : fillTemplate(words.extra, { count: formatAmount(sumQuantities(quantity, -held)) });

/** The label of a save button, with the resulting quantity in the box below it. */
export const SaveLabel = ({ meaning, held, category, warning }: SaveLabelProps) => {
  const { quantity, added } = meaning;
  const count = formatAmount(added ?? quantity);
  if (held === undefined) {
    const newly = category ? `${count} ${categoryNameOf(category)}` : count;
    return (
      <>
        {fillTemplate(words.save, { count: newly })}{" "}
        {warning && <small class="warn">{warning}</small>}
      </>
    );
  }
  if (quantity === held) return <>{fillTemplate(words.keep, { count })}</>;
  return (
    <>
      {fillTemplate(added === undefined ? words.setTo : words.add, { count })}{" "}
      <small class={warning ? "warn" : undefined}>
        {added === undefined
          ? changeOf(quantity, held)
          : fillTemplate(words.inBoxThen, { count: formatAmount(quantity) })}
        {warning && <>, {warning}</>}
      </small>
    </>
  );
};
