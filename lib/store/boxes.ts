import * as z from "zod/mini";
import { cappedByGoods } from "../domain/attachment-cap.ts";
import type {
  Appended,
  BoxSaveRequest,
  BoxSaveResponse,
  BoxStore,
  GoodsSeen,
  Proof,
} from "../domain/box.ts";
import type { Corrected, Correction, CorrectionStore, ItemRef } from "../domain/box-edit.ts";
import type { BoxMoveResponse, MoveStore, Transferred } from "../domain/box-move.ts";
import type { Operation } from "../domain/operation.ts";
import type { Site } from "../site/schema.ts";
import { attributesOf } from "./categories.ts";
import type { Table } from "./client.ts";
import { commit, type Effects, type Stamp, type Unmet } from "./commit.ts";
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
  oldestVerification,
  updateGoods,
  verification,
} from "./goods.ts";
import { boxItemKey, boxOfGoodsKey, operationKey } from "./keys.ts";
import { receiptOf } from "./operations.ts";
import { readItems } from "./query.ts";

/** Goods in a box, or with a category an attachment of them; `at` is epoch ms, the quantity a scaled integer. */
export const ItemRow = z.object({
  zongpai: z.string(),
  quantity: z.int(),
  at: z.int(),
  category: z.optional(z.string()),
});

const quantityOf = (item: Item | undefined): number | undefined =>
  item && ItemRow.parse(item).quantity;

export const duplicate = (item: Item | undefined) => ({
  kind: "duplicate" as const,
  quantity: ItemRow.parse(item).quantity,
});

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
  { box_no, zongpai, category, from, to }: Correction,
  { at, who }: Stamp,
  ...others: readonly Condition[]
): Action => {
  const key = boxItemKey(box_no, zongpai, category);
  const when = [still("quantity", from), ...others];
  return to === 0 ? remove(key, when) : update(key, { set: { quantity: to, at, who }, when });
};

/** An item and the goods row that counts it change together. */
type ItemEffects = Effects<"item" | "goods">;

export const appendItem = (
  item: ItemRef & { readonly quantity: number },
  stamp: Stamp,
  ...goods: Change[]
): ItemEffects => [
  { name: "item", action: putItem(item, stamp) },
  { name: "goods", action: updateGoods(item.zongpai, stamp, ...goods) },
];

export const correctItem = (
  correction: Correction,
  stamp: Stamp,
  ...goods: Change[]
): ItemEffects => [
  { name: "item", action: changeItem(correction, stamp) },
  { name: "goods", action: updateGoods(correction.zongpai, stamp, ...goods) },
];

/** The answer to a write of an item; `quantity` of a deletion is what was taken out. */
export const recorded = <Ref extends ItemRef>(ref: Ref, quantity: number, { at }: Stamp) => ({
  ...ref,
  quantity,
  recorded_at: at,
});

const beyondOrdered = ({ ordered = 0, headroom = 0 }: GoodsSeen) => ({
  kind: "beyondOrdered" as const,
  ordered,
  headroom: Math.max(0, headroom),
});

/** Refuses a save beyond the ordered quantity of an ERP row that was just read; no transaction is needed. */
const beyondProof = (
  { quantity }: BoxSaveRequest,
  { zongpai, seen = {} }: Proof,
  site: Site,
): Appended | undefined => {
  if (!zongpai || site.box.beyondOrdered === "allow") return undefined;
  const headroom = headroomAt(zongpai.ordered, seen);
  return headroom < quantity ? beyondOrdered({ ordered: zongpai.ordered, headroom }) : undefined;
};

type Target = "item" | "goods" | "box";

/** Why a save is refused. The verification is the last reason, because it needs the ERP. */
const refusedAppend = (
  { failed }: Unmet<Target>,
  { at }: Operation,
  proof: Proof,
  site: Site,
): Appended => {
  if (failed.has("item")) return duplicate(failed.get("item"));
  const box = failed.has("box");
  if (!failed.has("goods")) return { kind: "unverified", zongpai: false, box };
  const seen = goodsSeen(failed.get("goods"));
  const fresh = seen.verifiedAt !== undefined && seen.verifiedAt >= oldestVerification(at, site);
  return fresh && !proof.zongpai
    ? beyondOrdered(seen)
    : { kind: "unverified", zongpai: !proof.zongpai, box, seen };
};

/** Why a correction is refused: more than ordered, or less than attachments need. */
const refusedCorrection = (
  goods: Item | undefined,
  { from, to }: Correction,
  site: Site,
): Corrected<BoxSaveResponse> => {
  const capped = cappedByGoods(site);
  if (to > from || capped.length === 0) return beyondOrdered(goodsSeen(goods));
  for (const { code, perUnit } of capped) {
    const needed = (from - to) * perUnit;
    const left = Number(goods?.[attributesOf(code).headroom] ?? needed);
    if (left < needed)
      return { kind: "capExceeded", category: code, headroom: Math.max(0, left), needed };
  }
  return { kind: "conflict" };
};

const correct = async (
  table: Table,
  correction: Correction,
  operation: Operation,
  site: Site,
): Promise<Corrected<BoxSaveResponse>> => {
  const { box_no, zongpai, from, to } = correction;
  const event = { kind: "corrected" as const, box_no, from, to };
  const outcome = await commit(table, operation, (stamp) => ({
    result: recorded({ box_no, zongpai }, to === 0 ? from : to, stamp),
    event,
    effects: correctItem(correction, stamp, changeBoxed(to - from, site)),
  }));
  if (outcome.kind === "recorded") return outcome;
  return outcome.failed.has("item")
    ? { kind: "conflict" }
    : refusedCorrection(outcome.failed.get("goods"), correction, site);
};

type Corrections = CorrectionStore<Pick<BoxSaveRequest, "box_no" | "zongpai">, BoxSaveResponse>;

/** Goods in boxes (specification §4: saving appends to a many-to-one relation). */
export const boxStore = (table: Table, site: Site): BoxStore & Corrections => {
  const first = firstLook(table, site);
  const append: BoxStore["append"] = async (item, operation, proof) => {
    const beyond = beyondProof(item, proof, site);
    if (beyond) return beyond;
    const { quantity, ...ref } = item;
    const { box_no } = ref;
    const { at } = operation;
    const event = { kind: "saved" as const, box_no, quantity };
    const boxed = changeBoxed(quantity, site, proof);
    const write = (stamp: Stamp) => ({
      result: recorded(ref, quantity, stamp),
      event,
      effects: [
        ...appendItem(item, stamp, verification(at, proof, site), boxed),
        ...knownBox(box_no, at, proof.box, site),
      ],
    });
    const looked = (proof.zongpai ?? proof.box) ? undefined : await first.look(item, operation);
    const outcome = looked ?? (await commit<Target, BoxSaveResponse>(table, operation, write));
    const saved =
      outcome.kind === "unmet" ? refusedAppend(outcome, operation, proof, site) : outcome;
    first.learn(item, saved.kind !== "unverified");
    return saved;
  };

  const find: Corrections["find"] = async ({ box_no, zongpai }, operation) => {
    const keys = [operationKey(operation, operation.id), boxItemKey(box_no, zongpai)];
    const [row, item] = await readItems(table, keys, operation.deadline);
    const receipt = receiptOf(row, operation);
    const from = quantityOf(item);
    if (from === undefined) return { receipt };
    const correctTo = (to: number) =>
      correct(table, { box_no, zongpai, from, to }, operation, site);
    return { receipt, item: { quantity: from, correct: correctTo } };
  };
  return { append, find };
};

type MoveTarget = "from" | "to" | "goods" | "box";

/** Why a move is refused, or must be tried again. */
const refusedMove = ({ failed }: Unmet<MoveTarget>): Exclude<Transferred, { kind: "recorded" }> => {
  if (failed.has("to")) return duplicate(failed.get("to"));
  if (!failed.has("from")) return { kind: "unknownBox" };
  return { kind: "holds", quantity: quantityOf(failed.get("from")) };
};

/** Moves between boxes. Of the goods row no counter changes. */
export const boxMoveStore = (table: Table, site: Site): MoveStore => ({
  move: async (request, held, operation, { box }) => {
    const { box_no, to_box_no, zongpai, category, quantity } = request;
    const ref = { zongpai, category };
    const left = held - quantity;
    const correction = { ...ref, box_no, from: held, to: left };
    const enough: Condition = { attribute: "quantity", is: ">=", value: quantity };
    const event = { kind: "transferred" as const, box_no, to_box_no, category, quantity, left };
    const outcome = await commit<MoveTarget, BoxMoveResponse>(table, operation, (stamp) => ({
      result: recorded({ box_no, to_box_no, ...ref }, quantity, stamp),
      event,
      effects: [
        { name: "from", action: changeItem(correction, stamp, enough) },
        { name: "to", action: putItem({ ...ref, box_no: to_box_no, quantity }, stamp) },
        { name: "goods", action: updateGoods(zongpai, stamp) },
        ...knownBox(to_box_no, operation.at, box, site),
      ],
    }));
    return outcome.kind === "unmet" ? refusedMove(outcome) : outcome;
  },
});
