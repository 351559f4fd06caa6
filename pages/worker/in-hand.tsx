import words from "site:words/worker";
import { amount, amountOf } from "../shared/text.tsx";
import { Line } from "./button.tsx";
import { type Holding, holdingsOf, isRefused } from "./rows.ts";
import { state } from "./store.ts";
import { openRefused, push } from "./take.ts";

export const piecesOf = (box_no: string, pieces: readonly Holding[]) =>
  pieces.map(({ zongpai, category, quantity, row }) => (
    <Line
      key={`${zongpai} ${category}`}
      item={{ zongpai, category }}
      right={amount(quantity)}
      outcome={row?.outcome}
      run={() => push({ is: "row", of: { box_no, zongpai, category }, held: quantity })}
    />
  ));

/** What the box in hand holds, and what was refused of it. */
export const InHand = ({ box_no }: { box_no: string }) => {
  const { rows, found } = state();
  const pieces = holdingsOf(box_no, rows, found[box_no]);
  const box = found[box_no]?.box;
  const refused = rows.filter((row) => isRefused(row) && row.entry.fields.box_no === box_no);
  const goods = pieces.reduce(
    (sum, { category, quantity }) => (category === undefined ? sum + quantity : sum),
    0,
  );
  if (!box && pieces.length + refused.length === 0) return null;
  return (
    <section class="found">
      <h2 class="apart">
        {words.inTheBox}{" "}
        <span>{amountOf(words.of, Number(goods.toFixed(9)), box?.quantity, box?.cursor)}</span>
      </h2>
      <ul>
        {refused.map(({ entry, outcome }) => (
          <Line
            key={entry.id}
            item={{ zongpai: entry.goods }}
            outcome={outcome}
            run={openRefused}
          />
        ))}
        {piecesOf(box_no, pieces)}
      </ul>
      {box && pieces.length === 0 && <p>{words.empty}</p>}
    </section>
  );
};
