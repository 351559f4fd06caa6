import { words } from "site:languages";
import { type NumberMeaning, sumQuantities } from "./commands.ts";
import { categoryNameOf } from "./language.ts";
import { fillTemplate, formatAmount } from "./text.tsx";

type SaveLabelProps = {
  readonly meaning: NumberMeaning;
  readonly held?: number;
  readonly category?: string;
};

const changeOf = (quantity: number, held: number) =>
  quantity < held
    ? fillTemplate(words.fewer, { count: formatAmount(sumQuantities(held, -quantity)) })
    : fillTemplate(words.extra, { count: formatAmount(sumQuantities(quantity, -held)) });

/** The label of a save button, with the resulting quantity in the box below it. */
export const SaveLabel = ({ meaning: { quantity, added }, held, category }: SaveLabelProps) => {
  const count = formatAmount(added ?? quantity);
  if (held === undefined) {
    const newly = category ? `${count} ${categoryNameOf(category)}` : count;
    return <>{fillTemplate(words.save, { count: newly })}</>;
  }
  if (quantity === held) return <>{fillTemplate(words.keep, { count })}</>;
  return (
    <>
      {fillTemplate(added === undefined ? words.setTo : words.add, { count })}{" "}
      <small>
        {added === undefined
          ? changeOf(quantity, held)
          : fillTemplate(words.inBoxThen, { count: formatAmount(quantity) })}
      </small>
    </>
  );
};
