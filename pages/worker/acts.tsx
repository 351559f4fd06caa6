import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import type { IconName } from "../shared/icon.tsx";
import { may } from "../shared/may.ts";
import { amount, amountOf, fill } from "../shared/text.tsx";
import { type Act, Button, Line } from "./button.tsx";
import {
  type Command,
  type Holding,
  holdingsOf,
  type Item,
  isRefused,
  leaving,
  type Placed,
  placing,
  takingOut,
} from "./rows.ts";
import { state } from "./store.ts";
import { act, openRefused, push } from "./take.ts";

const { acts } = words;

const sending = (icon: IconName, word: ComponentChildren, command: Command): Act[] =>
  may(command.route) ? [{ icon, word, run: () => act(command) }] : [];

/** What may be done with an item in a box; `quantity`: how many are moved. */
export const itemActs = (of: Item, held: number, quantity = held): Act[] => {
  const move: Act = {
    icon: "move",
    word: fill(acts.moveTo, { count: amount(quantity) }),
    more: true,
    run: () => push({ is: "move", of, held, quantity }),
  };
  return [
    ...sending("out", fill(acts.takeOut, { count: amount(held) }), takingOut(of, held)),
    ...(may("move-item") ? [move] : []),
  ];
};

/** What may be done with what has a place; what is off shelf can leave alone, and a box cannot. */
export const placeActs = (of: Placed, off?: boolean): Act[] => [
  ...(off ? [] : sending("floor", acts.offShelf, placing({ off_shelf: true }, of))),
  ...(of.box_no ? [] : sending("gone", acts.left, leaving(of))),
];

export const Acts = ({ acts: all }: { readonly acts: readonly Act[] }) =>
  all.length > 0 ? (
    <div class="offers">
      {all.map((one) => (
        <Button key={one.icon} test="act" {...one} />
      ))}
    </div>
  ) : null;

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
