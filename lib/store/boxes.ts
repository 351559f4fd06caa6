import * as z from "zod/mini";
import { cappedByGoods } from "../domain/attachment-cap.ts";
import {
  type BoxSaveRequest,
  type BoxSaveResponse,
  type GoodsSeen,
  type ItemStore,
  itemDetail,
  type Proof,
  type Unproved,
} from "../domain/box.ts";
import type { Correction, CorrectionStore, ItemRef } from "../domain/box-edit.ts";
import type { MoveStore } from "../domain/box-move.ts";
import type { Operation } from "../domain/operation.ts";
import { DuplicateBoxItemError, Refusal } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { attributesOf } from "./categories.ts";
import type { Table } from "./client.ts";
import { commit, type Found, type Stamp, type Unmet } from "./commit.ts";
import { knownBox } from "./erp-copies.ts";
import {
  type Action,
  type Change,
  type Condition,
  type Item,
  put,
  remove,
  still,
  update,
} from "./expression.ts";
import { firstLook } from "./first-look.ts";
import {
  changeBoxed,
  goodsSeen,
  headroomAt,
  isVerified,
  updateGoods,
  verification,
} from "./goods.ts";
import { boxItemKey, boxOfGoodsKey } from "./keys.ts";
import { readFor } from "./operations.ts";

/** Goods in a box, or with a category an attachment of them; `at` is epoch ms, the quantity a scaled integer. */
export const ItemRow = z.object({
  zongpai: z.string(),
  quantity: z.int(),
  at: z.int(),
  category: z.optional(z.string()),
});

export const quantityIn = (item: Item | undefined): number | undefined =>
  item && ItemRow.parse(item).quantity;

/** Of two scanners that save the same item into the same box at once, the condition refuses the second as a duplicate. */
const putItem = (
  { box_no, zongpai, category, quantity }: ItemRef & { readonly quantity: number },
  { at, who }: Stamp,
): Action => {
  const keys = {
    ...boxItemKey(box_no, zongpai, category),
    ...boxOfGoodsKey(zongpai, box_no, category),
  };
  return put({ ...keys, box_no, zongpai, category, quantity, at, who }, [{ absent: "pk" }]);
};

/** Of two writes that read the same quantity, the condition refuses the second. */
const changeItem = (
  { box_no, zongpai, category }: ItemRef,
  [from, to]: Correction,
  { at, who }: Stamp,
  ...others: readonly Condition[]
): Action => {
  const key = boxItemKey(box_no, zongpai, category);
  const when = [still("quantity", from), ...others];
  return to === 0 ? remove(key, when) : update(key, { set: { quantity: to, at, who }, when });
};

/** The answer to a write of an item; `quantity` of a deletion is what was taken out. */
const recorded = <Ref extends ItemRef>(ref: Ref, quantity: number, { at }: Stamp) => ({
  ...ref,
  quantity,
  recorded_at: at,
});

/** The item, the goods row that counts it, and the box change together. */
export const appendItem = <Saved extends ItemRef & { readonly quantity: number }>(
  {
    table,
    site,
    operation,
    proof,
  }: { table: Table; site: Site; operation: Operation; proof: Proof },
  item: Saved,
  ...goods: readonly Change[]
) => {
  const { box_no, zongpai, category, quantity } = item;
  const verified = verification(operation.at, proof, site);
  return commit(table, operation, (stamp) => ({
    result: recorded(item, quantity, stamp),
    event: { kind: "saved", box_no, category, quantity },
    effects: [
      { name: "item", action: putItem(item, stamp) },
      { name: "goods", action: updateGoods(zongpai, stamp, verified, ...goods) },
      ...knownBox(box_no, operation.at, proof.box, site),
    ],
  }));
};

/** `refusal`: why the goods' row as it is refuses the correction; `undefined` if the item changed. @throws Refusal */
export const correctItem = async <Ref extends ItemRef>(
  table: Table,
  ref: Ref,
  [from, to]: Correction,
  operation: Operation,
  goods: Change,
  refusal: (goods: Item | undefined) => Refusal | undefined,
  found?: Found<"item" | "goods">,
) => {
  const { box_no, zongpai, category } = ref;
  const outcome = await commit(
    table,
    operation,
    (stamp) => ({
      result: recorded(ref, to === 0 ? from : to, stamp),
      event: { kind: "corrected", box_no, category, from, to },
      effects: [
        { name: "item", action: changeItem(ref, [from, to], stamp) },
        { name: "goods", action: updateGoods(zongpai, stamp, goods) },
      ],
    }),
    found,
  );
  if (outcome.kind === "recorded") return outcome;
  const refused = outcome.failed.has("item") ? undefined : refusal(outcome.failed.get("goods"));
  if (refused) throw refused;
  return undefined;
};

/** What was refused because the item is in the box. */
export const duplicate = (ref: ItemRef, item: Item | undefined) =>
  new DuplicateBoxItemError({
    ...itemDetail(ref),
    box_no: ref.box_no,
    quantity: ItemRow.parse(item).quantity,
  });

const beyondOrdered = (
  zongpai: string,
  quantity: number,
  { ordered = 0, headroom = 0 }: GoodsSeen,
) =>
  new Refusal("boxedBeyondOrdered", {
    zongpai,
    ordered,
    headroom: Math.max(0, headroom),
    quantity,
  });

/** Refuses a save beyond the ordered quantity of an ERP row that was just read; no transaction is needed. */
const checkProof = (
  { zongpai, quantity }: BoxSaveRequest,
  { zongpai: row, seen = {} }: Proof,
  site: Site,
): void => {
  if (!row || site.box.beyondOrdered === "allow") return;
  const headroom = headroomAt(row.ordered, seen);
  if (headroom < quantity)
    throw beyondOrdered(zongpai, quantity, { ordered: row.ordered, headroom });
};

/** Why a save is refused. The verification is the last reason, because it needs the ERP. */
const refusedAppend = (
  { failed }: Unmet<"item" | "goods" | "box">,
  item: BoxSaveRequest,
  { at }: Operation,
  proof: Proof,
  site: Site,
): Refusal | Unproved => {
  if (failed.has("item")) return duplicate(item, failed.get("item"));
  const box = failed.has("box");
  if (!failed.has("goods")) return { kind: "unverified", zongpai: false, box };
  const seen = goodsSeen(failed.get("goods"));
  return isVerified(seen, at, site) && !proof.zongpai
    ? beyondOrdered(item.zongpai, item.quantity, seen)
    : { kind: "unverified", zongpai: !proof.zongpai, box, seen };
};

const refusedCorrection = (
  zongpai: string,
  [from, to]: Correction,
  goods: Item | undefined,
  site: Site,
): Refusal | undefined => {
  const capped = cappedByGoods(site);
  if (to > from || capped.length === 0) return beyondOrdered(zongpai, to - from, goodsSeen(goods));
  for (const { code, perUnit } of capped) {
    const quantity = (from - to) * perUnit;
    const left = Number(goods?.[attributesOf(code).headroom] ?? quantity);
    if (left < quantity)
      return new Refusal("capExceeded", {
        category: code,
        zongpai,
        headroom: Math.max(0, left),
        quantity,
      });
  }
  return undefined;
};

type GoodsInBox = Pick<BoxSaveRequest, "box_no" | "zongpai">;

/** Goods in boxes (specification §4: saving appends to a many-to-one relation). */
export const boxStore = (
  table: Table,
  site: Site,
): ItemStore<BoxSaveRequest, BoxSaveResponse> & CorrectionStore<GoodsInBox, BoxSaveResponse> => {
  const first = firstLook(table, site);
  return {
    append: async (item, operation, proof) => {
      checkProof(item, proof, site);
      const save = { table, site, operation, proof };
      const outcome =
        ((proof.zongpai ?? proof.box) ? undefined : await first.look(item, operation)) ??
        (await appendItem(save, item, changeBoxed(item.quantity, site, proof)));
      const saved =
        outcome.kind === "unmet" ? refusedAppend(outcome, item, operation, proof, site) : outcome;
      first.learn(item, saved instanceof Refusal || saved.kind !== "unverified");
      if (saved instanceof Refusal) throw saved;
      return saved;
    },

    find: async ({ box_no, zongpai }, operation) => {
      const ref = { box_no, zongpai };
      const { receipt, items } = await readFor(operation, table, boxItemKey(box_no, zongpai));
      return {
        receipt,
        quantity: quantityIn(items[0]),
        correct: (...change) =>
          correctItem(
            table,
            ref,
            change,
            operation,
            changeBoxed(change[1] - change[0], site),
            (goods) => refusedCorrection(zongpai, change, goods, site),
          ),
      };
    },
  };
};

/** Moves between boxes. Of the goods row no counter changes. */
export const boxMoveStore = (table: Table, site: Site): MoveStore => ({
  move: async (request, held, operation, { box }) => {
    const { box_no, to_box_no, zongpai, category, quantity } = request;
    const ref = { zongpai, category };
    const to = { ...ref, box_no: to_box_no };
    const left = held - quantity;
    const enough: Condition = { attribute: "quantity", is: ">=", value: quantity };
    const event = { kind: "transferred" as const, box_no, to_box_no, category, quantity, left };
    const outcome = await commit(table, operation, (stamp) => ({
      result: recorded({ box_no, to_box_no, ...ref }, quantity, stamp),
      event,
      effects: [
        { name: "from", action: changeItem({ ...ref, box_no }, [held, left], stamp, enough) },
        { name: "to", action: putItem({ ...to, quantity }, stamp) },
        { name: "goods", action: updateGoods(zongpai, stamp) },
        ...knownBox(to_box_no, operation.at, box, site),
      ],
    }));
    if (outcome.kind === "recorded") return outcome;
    const { failed } = outcome;
    if (failed.has("to")) throw duplicate(to, failed.get("to"));
    if (!failed.has("from")) return { kind: "unverified", zongpai: false, box: true };
    return { kind: "holds", quantity: quantityIn(failed.get("from")) };
  },
});
