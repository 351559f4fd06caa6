import * as z from "zod";
import type { Correction, ItemRef } from "../domain/box-edit.ts";
import type { Operation } from "../domain/operation.ts";
import type { Effects } from "./commit.ts";
import { type Change, put, remove, update } from "./expression.ts";
import { updateGoods } from "./goods.ts";
import { boxItemKey, boxOfGoodsKey } from "./keys.ts";

/** An item of a box: goods, or with a category an attachment of them; `at` is epoch ms, the quantity a scaled integer. */
export const ItemRow = z.object({ zongpai: z.string(), quantity: z.int(), at: z.int(), category: z.string().optional() });

/** An item and the goods row that counts it change together. */
type ItemEffects = Effects<"item" | "goods">;

/** Closes the race of two scanners that save the same item into the same box: one succeeds, the other is told "duplicate". */
export const appendItem = (item: ItemRef & { readonly quantity: number }, { at, who }: Operation, ...goods: Change[]): ItemEffects => {
  const { box_no, zongpai, category, quantity } = item;
  const keys = { ...boxItemKey(box_no, zongpai, category), ...boxOfGoodsKey(zongpai, box_no, category) };
  return [
    { name: "item", action: put({ ...keys, box_no, zongpai, category, quantity, at, who }, [{ absent: "pk" }]) },
    { name: "goods", action: updateGoods(zongpai, ...goods) },
  ];
};

/** Closes the race of two corrections that read the same quantity: the second one must read again. */
export const correctItem = (
  { box_no, zongpai, category, from, to }: Correction,
  { at, who }: Operation,
  ...goods: Change[]
): ItemEffects => {
  const key = boxItemKey(box_no, zongpai, category);
  const unmoved = [{ attribute: "quantity", is: "=", value: from }] as const;
  return [
    { name: "item", action: to === 0 ? remove(key, unmoved) : update(key, { set: { quantity: to, at, who }, when: unmoved }) },
    { name: "goods", action: updateGoods(zongpai, ...goods) },
  ];
};

/** The answer to a write of an item; a deletion tells the quantity that was taken out. */
export const recorded = <Ref extends ItemRef>(ref: Ref, quantity: number, { at }: Operation) => ({ ...ref, quantity, recorded_at: at });
