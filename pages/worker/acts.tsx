import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import type { IconName } from "../shared/icon.tsx";
import { may } from "../shared/may.ts";
import { amount, fill } from "../shared/text.tsx";
import { type Act, Button } from "./button.tsx";
import { type Command, type Item, leaving, type Placed, placing, takingOut } from "./rows.ts";
import { act, push } from "./take.ts";

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
