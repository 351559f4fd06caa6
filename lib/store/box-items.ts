import * as z from "zod/mini";
import type { Correction, ItemRef } from "../domain/box-edit.ts";
import type { Operation } from "../domain/operation.ts";
import type { Effects } from "./commit.ts";
import {
  type Action,
  type Change,
  type Condition,
  put,
  remove,
  still,
  update,
} from "./expression.ts";
import { updateGoods } from "./goods.ts";
import { boxItemKey, boxOfGoodsKey } from "./keys.ts";

/** An item of a box: goods, or with a category an attachment of them; `at` is epoch ms, the quantity a scaled integer. */
export const ItemRow = z.object({
  zongpai: z.string(),
  quantity: z.int(),
  at: z.int(),
  category: z.optional(z.string()),
});

/** An item and the goods row that counts it change together. */
type ItemEffects = Effects<"item" | "goods">;

type Item = ItemRef & { readonly quantity: number };

/** Closes the race of two scanners that put the same item into the same box: one succeeds, the other is told "duplicate". */
export const putItem = (
  { box_no, zongpai, category, quantity }: Item,
  { at, who }: Operation,
): Action => {
  const keys = {
    ...boxItemKey(box_no, zongpai, category),
    ...boxOfGoodsKey(zongpai, box_no, category),
  };
  return put({ ...keys, box_no, zongpai, category, quantity, at, who }, [{ absent: "pk" }]);
};

/** Closes the race of two writes that read the same quantity: the second one must read again. */
export const changeItem = (
  { box_no, zongpai, category, from, to }: Correction,
  { at, who }: Operation,
  ...others: readonly Condition[]
): Action => {
  const key = boxItemKey(box_no, zongpai, category);
  const when = [still("quantity", from), ...others];
  return to === 0 ? remove(key, when) : update(key, { set: { quantity: to, at, who }, when });
};

export const appendItem = (item: Item, operation: Operation, ...goods: Change[]): ItemEffects => [
  { name: "item", action: putItem(item, operation) },
  { name: "goods", action: updateGoods(item.zongpai, ...goods) },
];

export const correctItem = (
  correction: Correction,
  operation: Operation,
  ...goods: Change[]
): ItemEffects => [
  { name: "item", action: changeItem(correction, operation) },
  { name: "goods", action: updateGoods(correction.zongpai, ...goods) },
];

/** The answer to a write of an item; a deletion tells the quantity that was taken out. */
export const recorded = <Ref extends ItemRef>(ref: Ref, quantity: number, { at }: Operation) => ({
  ...ref,
  quantity,
  recorded_at: at,
});
