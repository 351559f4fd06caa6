import type { CategoryState } from "../domain/attachment.ts";
import type { AttachmentBoxRequest, AttachmentBoxResponse } from "../domain/attachment-box.ts";
import { capOf, headroomOf } from "../domain/attachment-cap.ts";
import type { ErpProof, ItemStore, MissingProof } from "../domain/box.ts";
import type { CorrectionStore, QuantityCorrection } from "../domain/box-edit.ts";
import type { Operation } from "../domain/operation.ts";
import { Refusal } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { commitCorrection, commitItem, duplicateItemError, quantityIn } from "./boxes.ts";
import { attributesOf, changeCategory, stateOfCategory } from "./categories.ts";
import type { Table } from "./client.ts";
import type { UnmetConditions } from "./commit.ts";
import {
  mergeChanges,
  type RowChange,
  type RowCondition,
  type TableItem,
  unchanged,
} from "./expression.ts";
import { goodsSeenIn, isVerified } from "./goods.ts";
import { boxItemKey, goodsKey } from "./keys.ts";
import { readWithReceipt } from "./operations.ts";

type EntryRef = Omit<AttachmentBoxRequest, "quantity">;

/** Whether the site counts evidence as real only while the attachment has a location. */
const needsLocation = ({ attachment }: Site): boolean =>
  attachment.realEvidence.includes("location");

/**
 * Flips the evidence: stores the id of this operation, unless an earlier operation flipped it. On a site where evidence needs a location, only
 * the evidence of a located attachment is flipped, and the write fails if `isLocated` is wrong.
 */
const flipEvidence = (
  category: string,
  isLocated: boolean,
  operation: Operation,
  site: Site,
): RowChange => {
  const { evidence, located } = attributesOf(category);
  const setIfAbsent = { [evidence]: operation.id };
  if (!needsLocation(site)) return { setIfAbsent };
  if (!isLocated) return { when: [{ absent: located }] };
  return { setIfAbsent, when: [{ present: located }] };
};

type Retry = { readonly kind: "retry"; readonly isLocated: boolean };

/**
 * What to do after a save whose conditions did not hold: read the ERP first, or retry with the current location. The checks, in order: a
 * duplicate entry, the configuration, the cap, the location, the ERP.
 * @throws Refusal
 */
const resolveUnmetAppend = (
  { failed }: UnmetConditions<"item" | "goods" | "box">,
  entry: AttachmentBoxRequest,
  { at }: Operation,
  proof: ErpProof,
  wasLocated: boolean,
  site: Site,
): MissingProof | Retry => {
  const { category, zongpai, quantity } = entry;
  if (failed.has("item")) throw duplicateItemError(entry, failed.get("item"));
  // Neither the condition of the entry nor that of the goods row failed, so only the box must be looked up in the ERP.
  if (!failed.has("goods")) return { kind: "unverified", zongpai: false, box: true };
  const goods = failed.get("goods");
  const state = stateOfCategory(goods, category);
  if (state.configured === undefined)
    throw new Refusal("categoryNotConfigured", { category, zongpai });
  const headroom = headroomOf(state, site);
  if (headroom !== undefined && headroom < quantity)
    throw new Refusal("capExceeded", { category, zongpai, headroom, quantity });
  const isLocated = state.located;
  if (needsLocation(site) && isLocated !== wasLocated) return { kind: "retry", isLocated };
  const seen = goodsSeenIn(goods);
  const needsGoods = !isVerified(seen, at, site);
  const needsBox = failed.has("box");
  // The row no longer explains the failure: another write has changed the goods in the meantime, so a retry should pass.
  if (!needsGoods && !needsBox) return { kind: "retry", isLocated };
  return { kind: "unverified", zongpai: needsGoods && !proof.zongpai, box: needsBox, seen };
};

/**
 * The change of the goods row by a correction. The headroom depends on whether the category is configured, so the write fails if that has
 * changed since the row was read.
 */
const changeOfCorrection = (
  [from, to]: QuantityCorrection,
  state: CategoryState,
  site: Site,
): RowChange => {
  const { configured, evidence, boxed } = attributesOf(state.category);
  const isConfigured = state.configured !== undefined;
  const sameConfigured: RowCondition = isConfigured
    ? { present: configured }
    : { absent: configured };
  const cap = capOf(state.category, site);
  const counted = changeCategory(state.category, to - from, cap, isConfigured);
  const change = mergeChanges(counted, { when: [sameConfigured] });
  const isDeletion = to === 0;
  if (!isDeletion || !site.attachment.flipsBack) return change;
  // `boxed` is the sum over all boxes.
  const isLastEntry = state.boxed === from;
  return mergeChanges(change, {
    remove: isLastEntry ? [evidence] : [],
    // Without this condition, two simultaneous deletions could each see the entry of the other, and neither would remove the evidence.
    when: [unchanged(boxed, state.boxed)],
  });
};

/** The headroom of a cap that must be checked before the write, because no condition on the goods row can enforce it. Otherwise `undefined`. */
const headroomNotInRow = (
  { category, configured }: CategoryState,
  from: number,
  site: Site,
): number | undefined => {
  const cap = capOf(category, site);
  if (cap.rule === "perBox") return Math.max(0, cap.most - from);
  // The configured quantity is the cap, so a category that is not configured has no headroom.
  if (cap.rule === "configured" && configured === undefined) return 0;
  return undefined;
};

/** Attachments in boxes. Each method mirrors the method of the same name in `boxStore` (specification §4). */
export const attachmentBoxStore = (
  table: Table,
  site: Site,
): ItemStore<AttachmentBoxRequest, AttachmentBoxResponse> &
  CorrectionStore<EntryRef, AttachmentBoxResponse> => ({
  appendItem: async (entry, operation, proof) => {
    const { category, quantity } = entry;
    const context = { table, site, operation, proof };
    const countedChange = mergeChanges(
      { when: [{ present: attributesOf(category).configured }] },
      changeCategory(category, quantity, capOf(category, site), true),
    );
    // Most attachments are located before they are boxed. If evidence needs a location, a wrong guess costs one more request.
    let isLocated = true;
    // `commitItem` throws at the deadline, which ends this loop.
    for (;;) {
      const evidenceChange = flipEvidence(category, isLocated, operation, site);
      const outcome = await commitItem(context, entry, countedChange, evidenceChange);
      if (outcome.kind === "recorded") return outcome;
      const next = resolveUnmetAppend(outcome, entry, operation, proof, isLocated, site);
      if (next.kind !== "retry") return next;
      isLocated = next.isLocated;
    }
  },

  findItem: async ({ box_no, zongpai, category }, operation) => {
    const ref = { box_no, zongpai, category };
    const keys = [boxItemKey(box_no, zongpai, category), goodsKey(zongpai)];
    const { receipt, items } = await readWithReceipt(operation, table, ...keys);
    const [item, goods] = items;
    const correctQuantity = async (...correction: QuantityCorrection) => {
      const [from, to] = correction;
      const increase = to - from;
      // A headroom is never negative, so a decrease is never beyond it.
      const refusalIfBeyond = (headroom: number | undefined) =>
        headroom !== undefined && headroom < increase
          ? new Refusal("capExceeded", { category, zongpai, headroom, quantity: increase })
          : undefined;
      const state = stateOfCategory(goods, category);
      const refusal = refusalIfBeyond(headroomNotInRow(state, from, site));
      if (refusal) throw refusal;
      const explainUnmet = (current: TableItem | undefined) =>
        refusalIfBeyond(headroomOf(stateOfCategory(current, category), site));
      const change = changeOfCorrection(correction, state, site);
      // From this row, `commitCorrection` takes the time of the last change of the goods, and gives the write a later one.
      const rowsRead = new Map([["goods" as const, goods]]);
      return commitCorrection(table, ref, correction, operation, change, explainUnmet, rowsRead);
    };
    return { receipt, quantity: quantityIn(item), correctQuantity };
  },
});
