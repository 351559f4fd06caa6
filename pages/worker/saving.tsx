import words from "site:words/worker";
import { categoryName } from "../shared/language.ts";
import { amount, fill } from "../shared/text.tsx";
import { type Meaning, sumOf } from "./rows.ts";

type Props = { readonly meaning: Meaning; readonly held?: number; readonly category?: string };

const changeOf = (quantity: number, held: number) =>
  quantity < held
    ? fill(words.fewer, { count: amount(sumOf(held, -quantity)) })
    : fill(words.more, { count: amount(sumOf(quantity, -held)) });

/** The words of a key that saves a number, and below them the result for the box. */
export const Saving = ({ meaning: { quantity, added }, held, category }: Props) => {
  const count = amount(added ?? quantity);
  if (held === undefined) {
    const newly = category ? `${count} ${categoryName(category)}` : count;
    return <>{fill(words.save, { count: newly })}</>;
  }
  if (quantity === held) return <>{fill(words.keep, { count })}</>;
  return (
    <>
      {fill(added === undefined ? words.setTo : words.add, { count })}{" "}
      <small>
        {added === undefined
          ? changeOf(quantity, held)
          : fill(words.inBoxThen, { count: amount(quantity) })}
      </small>
    </>
  );
};
