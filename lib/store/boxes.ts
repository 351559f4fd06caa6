import * as z from "zod/mini";
import { categoriesCappedByGoods } from "../domain/attachment-cap.ts";
import {
  type BoxSaveRequest,
  type BoxSaveResponse,
  type ErpProof,
  type GoodsSeen,
  type ItemStore,
  itemDetail,
  type MissingProof,
} from "../domain/box.ts";
import type { CorrectionStore, ItemRef, QuantityCorrection } from "../domain/box-edit.ts";
import type { MoveStore } from "../domain/box-move.ts";
import type { Operation } from "../domain/operation.ts";
import { DuplicateBoxItemError, Refusal } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { attributesOf } from "./categories.ts";
import type { Table } from "./client.ts";
import { commit, type FoundRows, type UnmetConditions, type WriteStamp } from "./commit.ts";
import { effectsOfKnownBox } from "./erp-copies.ts";
import {
  deleteAction,
  putAction,
  type RowChange,
  type RowCondition,
  type TableItem,
  type TransactionAction,
  unchanged,
  updateAction,
} from "./expression.ts";
import {
  changeBoxed,
  changeOfVerification,
  goodsSeenIn,
  headroomAt,
  isVerified,
  updateGoods,
} from "./goods.ts";
import { boxItemKey, boxOfGoodsKey } from "./keys.ts";
import { knownGoodsCache, productKnownOf } from "./known-goods.ts";
import { readWithReceipt } from "./operations.ts";

/**
 * Goods in a box, or with a category an attachment of them; `at` is epoch ms, the quantity a scaled integer. `product`: the name that was
 * known when the goods were saved.
 */
export const ItemRow = z.object({
  zongpai: z.string(),
  quantity: z.int(),
  at: z.int(),
  category: z.optional(z.string()),
  product: z.optional(z.string()),
});

export const quantityIn = (item: TableItem | undefined): number | undefined =>
  item && ItemRow.parse(item).quantity;

/** Of two scanners that save the same item into the same box at once, the condition refuses the second as a duplicate. */
const putItem = (
  { box_no, zongpai, category, quantity }: ItemRef & { readonly quantity: number },
  { at, who }: WriteStamp,
  product: string | undefined,
): TransactionAction => {
  const keys = {
    ...boxItemKey(box_no, zongpai, category),
    ...boxOfGoodsKey(zongpai, box_no, category),
  };
  const item = { ...keys, box_no, zongpai, category, quantity, product, at, who };
  return putAction(item, [{ absent: "pk" }]);
};

/** Of two writes that read the same quantity, the condition refuses the second. */
const changeItem = (
  { box_no, zongpai, category }: ItemRef,
  [from, to]: QuantityCorrection,
  { at, who }: WriteStamp,
  ...others: readonly RowCondition[]
): TransactionAction => {
  const key = boxItemKey(box_no, zongpai, category);
  const when = [unchanged("quantity", from), ...others];
  return to === 0
    ? deleteAction(key, when)
    : updateAction(key, { set: { quantity: to, at, who }, when });
};

/** The answer to a write of an item; `quantity` of a deletion is what was taken out. */
const recordedItem = <Ref extends ItemRef>(ref: Ref, quantity: number, { at }: WriteStamp) => ({
  ...ref,
  quantity,
  recorded_at: at,
});

type SaveContext = {
  readonly table: Table;
  readonly site: Site;
  readonly operation: Operation;
  readonly proof: ErpProof;
  /** The name of the product of goods, if it is known without a read. */
  readonly product?: string | undefined;
};

/** The item, the goods row that counts it, and the box change together. */
export const commitItem = <Saved extends ItemRef & { readonly quantity: number }>(
  { table, site, operation, proof, product }: SaveContext,
  item: Saved,
  ...goodsChanges: readonly RowChange[]
) => {
  const { box_no, zongpai, category, quantity } = item;
  const verification = changeOfVerification(operation.at, proof, site);
  return commit(table, operation, (stamp) => ({
    result: recordedItem(item, quantity, stamp),
    event: { kind: "saved", box_no, category, quantity },
    effects: [
      { name: "item", action: putItem(item, stamp, product) },
      { name: "goods", action: updateGoods(zongpai, stamp, verification, ...goodsChanges) },
      ...effectsOfKnownBox(box_no, operation.at, proof.box, site),
    ],
  }));
};

/** `explainUnmet`: why the current goods row refuses the correction. Gives `undefined` if the item changed. @throws Refusal */
export const commitCorrection = async <Ref extends ItemRef>(
  table: Table,
  ref: Ref,
  [from, to]: QuantityCorrection,
  operation: Operation,
  goodsChange: RowChange,
  explainUnmet: (goods: TableItem | undefined) => Refusal | undefined,
  found?: FoundRows<"item" | "goods">,
) => {
  const { box_no, zongpai, category } = ref;
  const outcome = await commit(
    table,
    operation,
    (stamp) => ({
      result: recordedItem(ref, to === 0 ? from : to, stamp),
      event: { kind: "corrected", box_no, category, from, to },
      effects: [
        { name: "item", action: changeItem(ref, [from, to], stamp) },
        { name: "goods", action: updateGoods(zongpai, stamp, goodsChange) },
      ],
    }),
    found,
  );
  if (outcome.kind === "recorded") return outcome;
  const { failed } = outcome;
  const refusal = failed.has("item") ? undefined : explainUnmet(failed.get("goods"));
  if (refusal) throw refusal;
  return undefined;
};

/** The refusal of a write because the item is in the box already. */
export const duplicateItemError = (ref: ItemRef, item: TableItem | undefined) =>
  new DuplicateBoxItemError({
    ...itemDetail(ref),
    box_no: ref.box_no,
    quantity: ItemRow.parse(item).quantity,
  });

const beyondOrderedRefusal = (
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
const refuseBeyondOrdered = (
  { zongpai, quantity }: BoxSaveRequest,
  { zongpai: erpRow, seen = {} }: ErpProof,
  site: Site,
): void => {
  if (!erpRow || site.box.beyondOrdered === "allow") return;
  const { ordered } = erpRow;
  const headroom = headroomAt(ordered, seen);
  if (headroom < quantity) throw beyondOrderedRefusal(zongpai, quantity, { ordered, headroom });
};

/** Why a save is refused. The verification is the last reason, because it needs the ERP. */
const explainUnmetAppend = (
  { failed }: UnmetConditions<"item" | "goods" | "box">,
  item: BoxSaveRequest,
  { at }: Operation,
  proof: ErpProof,
  site: Site,
): Refusal | MissingProof => {
  if (failed.has("item")) return duplicateItemError(item, failed.get("item"));
  const box = failed.has("box");
  if (!failed.has("goods")) return { kind: "unverified", zongpai: false, box };
  const seen = goodsSeenIn(failed.get("goods"));
  if (isVerified(seen, at, site) && !proof.zongpai)
    return beyondOrderedRefusal(item.zongpai, item.quantity, seen);
  return { kind: "unverified", zongpai: !proof.zongpai, box, seen };
};

/**
 * The reason why the goods row refuses a correction: an increase exceeds the ordered quantity, or a decrease goes below the need of
 * attachments.
 */
const explainUnmetCorrection = (
  zongpai: string,
  [from, to]: QuantityCorrection,
  goods: TableItem | undefined,
  site: Site,
): Refusal | undefined => {
  const capped = categoriesCappedByGoods(site);
  if (to > from || capped.length === 0)
    return beyondOrderedRefusal(zongpai, to - from, goodsSeenIn(goods));
  for (const { code, perUnit } of capped) {
    const quantity = (from - to) * perUnit;
    const left = Number(goods?.[attributesOf(code).headroom] ?? quantity);
    const headroom = Math.max(0, left);
    if (left < quantity)
      return new Refusal("capExceeded", { category: code, zongpai, headroom, quantity });
  }
  return undefined;
};

type BoxedGoodsRef = Pick<BoxSaveRequest, "box_no" | "zongpai">;

/** Goods in boxes (specification §4: saving appends to a many-to-one relation). */
export const boxStore = (
  table: Table,
  site: Site,
): ItemStore<BoxSaveRequest, BoxSaveResponse> & CorrectionStore<BoxedGoodsRef, BoxSaveResponse> => {
  const knownGoods = knownGoodsCache(table, site);
  return {
    appendItem: async (item, operation, proof) => {
      refuseBeyondOrdered(item, proof, site);
      const hasProof = proof.zongpai !== undefined || proof.box !== undefined;
      const found = hasProof ? undefined : await knownGoods.findUnmet(item, operation);
      const { product } = proof.zongpai ?? { product: productKnownOf(item.zongpai, table) };
      const context = { table, site, operation, proof, product };
      const boxed = changeBoxed(item.quantity, site, proof);
      const outcome = found ?? (await commitItem(context, item, boxed));
      const saved =
        outcome.kind === "unmet"
          ? explainUnmetAppend(outcome, item, operation, proof, site)
          : outcome;
      const isUnverified = !(saved instanceof Refusal) && saved.kind === "unverified";
      knownGoods.remember(item, isUnverified ? saved : {}, product);
      if (saved instanceof Refusal) throw saved;
      return saved;
    },

    findItem: async ({ box_no, zongpai }, operation) => {
      const ref = { box_no, zongpai };
      const key = boxItemKey(box_no, zongpai);
      const { receipt, items } = await readWithReceipt(operation, table, key);
      const correctQuantity = (...correction: QuantityCorrection) => {
        const [from, to] = correction;
        const boxed = changeBoxed(to - from, site);
        const explainUnmet = (goods: TableItem | undefined) =>
          explainUnmetCorrection(zongpai, correction, goods, site);
        return commitCorrection(table, ref, correction, operation, boxed, explainUnmet);
      };
      return { receipt, quantity: quantityIn(items[0]), correctQuantity };
    },
  };
};

/** Moves between boxes, which change no counter of the goods row. */
export const boxMoveStore = (table: Table, site: Site): MoveStore => ({
  moveItem: async (request, held, operation, { box }) => {
    const { box_no, to_box_no, zongpai, category, quantity } = request;
    const ofGoods = { zongpai, category };
    const from = { ...ofGoods, box_no };
    const to = { ...ofGoods, box_no: to_box_no };
    const { product = category === undefined ? productKnownOf(zongpai, table) : undefined } = held;
    const left = held.quantity - quantity;
    const enough: RowCondition = { attribute: "quantity", is: ">=", value: quantity };
    const event = { kind: "transferred" as const, box_no, to_box_no, category, quantity, left };
    const outcome = await commit(table, operation, (stamp) => ({
      result: recordedItem({ box_no, to_box_no, ...ofGoods }, quantity, stamp),
      event,
      effects: [
        { name: "from", action: changeItem(from, [held.quantity, left], stamp, enough) },
        { name: "to", action: putItem({ ...to, quantity }, stamp, product) },
        { name: "goods", action: updateGoods(zongpai, stamp) },
        ...effectsOfKnownBox(to_box_no, operation.at, box, site),
      ],
    }));
    if (outcome.kind === "recorded") return outcome;
    const { failed } = outcome;
    if (failed.has("to")) throw duplicateItemError(to, failed.get("to"));
    if (!failed.has("from")) return { kind: "unverified", zongpai: false, box: true };
    const item = failed.get("from");
    return { kind: "holds", item: item && ItemRow.parse(item) };
  },
});
