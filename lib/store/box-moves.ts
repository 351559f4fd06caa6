import type { MoveStore, Transferred } from "../domain/box-move.ts";
import type { Site } from "../site/schema.ts";
import { changeItem, ItemRow, putItem, recorded } from "./box-items.ts";
import type { Table } from "./client.ts";
import { commit, type Effects, type Unmet } from "./commit.ts";
import { knownBox } from "./erp-copies.ts";
import { updateGoods } from "./goods.ts";

type Target = "from" | "to" | "goods" | "box";

/** Why a move is refused, or must be tried again. In this order: it is there already, what the box holds, and last what only the ERP can tell. */
const refused = ({ failed }: Unmet<Target>): Exclude<Transferred, { kind: "recorded" }> => {
  if (failed.has("to"))
    return { kind: "duplicate", quantity: ItemRow.parse(failed.get("to")).quantity };
  if (!failed.has("from")) return { kind: "unknownBox" };
  const item = failed.get("from");
  return { kind: "holds", quantity: item && ItemRow.parse(item).quantity };
};

/** Moves between boxes. The goods' counters stay, but their revision counts, so that an audit sees that something moved. */
export const boxMoveStore = (table: Table, site: Site): MoveStore => ({
  move: async (request, held, operation, { box }) => {
    const { box_no, to_box_no, zongpai, category, quantity } = request;
    const ref = { zongpai, category };
    const left = held - quantity;
    const effects: Effects<Target> = [
      // The second condition never holds together with the first if less is believed to be there than is moved.
      {
        name: "from",
        action: changeItem({ ...ref, box_no, from: held, to: left }, operation, {
          attribute: "quantity",
          is: ">=",
          value: quantity,
        }),
      },
      { name: "to", action: putItem({ ...ref, box_no: to_box_no, quantity }, operation) },
      { name: "goods", action: updateGoods(zongpai) },
      ...knownBox(to_box_no, operation.at, box, site),
    ];
    const event = { kind: "transferred" as const, box_no, to_box_no, category, quantity, left };
    const result = recorded({ box_no, to_box_no, ...ref }, quantity, operation);
    const outcome = await commit(table, { operation, result, event }, effects);
    return outcome.kind === "unmet" ? refused(outcome) : outcome;
  },
});
