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
import { knownGoodsCache } from "./known-goods.ts";
import { readWithReceipt } from "./operations.ts";

/** Goods in a box, or with a category an attachment of them; `at` is epoch ms, the quantity a scaled integer. */
export const ItemRow = z.object({
  zongpai: z.string(),
  quantity: z.int(),
  at: z.int(),
  category: z.optional(z.string()),
});

export const quantityIn = (item: TableItem | undefined): number | undefined =>
  item && ItemRow.parse(item).quantity;

/** Of two scanners that save the same item into the same box at once, the condition refuses the second as a duplicate. */
const putItem = (
  { box_no, zongpai, category, quantity }: ItemRef & { readonly quantity: number },
  { at, who }: WriteStamp,
): TransactionAction => {
  const keys = {
    ...boxItemKey(box_no, zongpai, category),
    ...boxOfGoodsKey(zongpai, box_no, category),
  };
  return putAction({ ...keys, box_no, zongpai, category, quantity, at, who }, [{ absent: "pk" }]);
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

/** The item, the goods row that counts it, and the box change together. */
export const commitItem = <Saved extends ItemRef & { readonly quantity: number }>(
  {
    table,
    site,
    operation,
    proof,
  }: { table: Table; site: Site; operation: Operation; proof: ErpProof },
  item: Saved,
  ...goods: readonly RowChange[]
) => {
  const { box_no, zongpai, category, quantity } = item;
  const verified = changeOfVerification(operation.at, proof, site);
  return commit(table, operation, (stamp) => ({
    result: recordedItem(item, quantity, stamp),
    event: { kind: "saved", box_no, category, quantity },
    effects: [
      { name: "item", action: putItem(item, stamp) },
      { name: "goods", action: updateGoods(zongpai, stamp, verified, ...goods) },
      ...effectsOfKnownBox(box_no, operation.at, proof.box, site),
    ],
  }));
};

/** `refusal`: why the goods' row as it is refuses the correction; `undefined` if the item changed. @throws Refusal */
export const commitCorrection = async <Ref extends ItemRef>(
  table: Table,
  ref: Ref,
  [from, to]: QuantityCorrection,
  operation: Operation,
  goods: RowChange,
  refusal: (goods: TableItem | undefined) => Refusal | undefined,
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
  { zongpai: row, seen = {} }: ErpProof,
  site: Site,
): void => {
  if (!row || site.box.beyondOrdered === "allow") return;
  const headroom = headroomAt(row.ordered, seen);
  if (headroom < quantity)
    throw beyondOrderedRefusal(zongpai, quantity, { ordered: row.ordered, headroom });
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
  return isVerified(seen, at, site) && !proof.zongpai
    ? beyondOrderedRefusal(item.zongpai, item.quantity, seen)
    : { kind: "unverified", zongpai: !proof.zongpai, box, seen };
};

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

type BoxedGoodsRef = Pick<BoxSaveRequest, "box_no" | "zongpai">;

/** Goods in boxes (specification §4: saving appends to a many-to-one relation). */
export const boxStore = (
  table: Table,
  site: Site,
): ItemStore<BoxSaveRequest, BoxSaveResponse> & CorrectionStore<BoxedGoodsRef, BoxSaveResponse> => {
  const first = knownGoodsCache(table, site);
  return {
    appendItem: async (item, operation, proof) => {
      refuseBeyondOrdered(item, proof, site);
      const save = { table, site, operation, proof };
      const outcome =
        ((proof.zongpai ?? proof.box) ? undefined : await first.findUnmet(item, operation)) ??
        (await commitItem(save, item, changeBoxed(item.quantity, site, proof)));
      const saved =
        outcome.kind === "unmet"
          ? explainUnmetAppend(outcome, item, operation, proof, site)
          : outcome;
      first.remember(item, saved instanceof Refusal || saved.kind !== "unverified");
      if (saved instanceof Refusal) throw saved;
      return saved;
    },

    findItem: async ({ box_no, zongpai }, operation) => {
      const ref = { box_no, zongpai };
      const { receipt, items } = await readWithReceipt(
        operation,
        table,
        boxItemKey(box_no, zongpai),
      );
      return {
        receipt,
        quantity: quantityIn(items[0]),
        correctQuantity: (...change) =>
          commitCorrection(
            table,
            ref,
            change,
            operation,
            changeBoxed(change[1] - change[0], site),
            (goods) => explainUnmetCorrection(zongpai, change, goods, site),
          ),
      };
    },
  };
};

/** Moves between boxes. Of the goods row no counter changes. */
export const boxMoveStore = (table: Table, site: Site): MoveStore => ({
  moveItem: async (request, held, operation, { box }) => {
    const { box_no, to_box_no, zongpai, category, quantity } = request;
    const ref = { zongpai, category };
    const to = { ...ref, box_no: to_box_no };
    const left = held - quantity;
    const enough: RowCondition = { attribute: "quantity", is: ">=", value: quantity };
    const event = { kind: "transferred" as const, box_no, to_box_no, category, quantity, left };
    const outcome = await commit(table, operation, (stamp) => ({
      result: recordedItem({ box_no, to_box_no, ...ref }, quantity, stamp),
      event,
      effects: [
        { name: "from", action: changeItem({ ...ref, box_no }, [held, left], stamp, enough) },
        { name: "to", action: putItem({ ...to, quantity }, stamp) },
        { name: "goods", action: updateGoods(zongpai, stamp) },
        ...effectsOfKnownBox(to_box_no, operation.at, box, site),
      ],
    }));
    if (outcome.kind === "recorded") return outcome;
    const { failed } = outcome;
    if (failed.has("to")) throw duplicateItemError(to, failed.get("to"));
    if (!failed.has("from")) return { kind: "unverified", zongpai: false, box: true };
    return { kind: "holds", quantity: quantityIn(failed.get("from")) };
  },
});
