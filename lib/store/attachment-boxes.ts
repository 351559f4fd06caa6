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

/** Whether evidence is real only at a location. */
const needsLocation = ({ attachment }: Site): boolean =>
  attachment.realEvidence.includes("location");

/**
 * The evidence flip: sets the id of this operation, unless an earlier one has flipped it. If evidence needs a location, a condition compares
 * what was read of it.
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

/**
 * The reason why an entry is not saved. The order of the checks: the entry exists, the configuration, the cap, the ERP. If only the
 * location changed since the last attempt, the result says whether the attachment is located now.
 * @throws Refusal
 */
const explainUnmetAppend = (
  { failed }: UnmetConditions<"item" | "goods" | "box">,
  entry: AttachmentBoxRequest,
  { at }: Operation,
  proof: ErpProof,
  wasLocated: boolean,
  site: Site,
): MissingProof | { readonly located: boolean } => {
  const { category, zongpai, quantity } = entry;
  if (failed.has("item")) throw duplicateItemError(entry, failed.get("item"));
  if (!failed.has("goods")) return { kind: "unverified", zongpai: false, box: true };
  const goods = failed.get("goods");
  const state = stateOfCategory(goods, category);
  if (state.configured === undefined)
    throw new Refusal("categoryNotConfigured", { category, zongpai });
  const headroom = headroomOf(state, site);
  if (headroom !== undefined && headroom < quantity)
    throw new Refusal("capExceeded", { category, zongpai, headroom, quantity });
  const { located } = state;
  const locationChanged = needsLocation(site) && located !== wasLocated;
  const seen = goodsSeenIn(goods);
  const needsGoods = !isVerified(seen, at, site);
  const needsBox = failed.has("box");
  if (locationChanged || !(needsGoods || needsBox)) return { located };
  return { kind: "unverified", zongpai: needsGoods && !proof.zongpai, box: needsBox, seen };
};

/** Only a configured category has a headroom, so a condition compares whether it is configured. */
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
  if (to > 0 || !site.attachment.flipsBack) return change;
  const isLastEntry = state.boxed === from;
  return mergeChanges(change, {
    remove: isLastEntry ? [evidence] : [],
    // Without this condition, two deletions at once could each count on the other entry.
    when: [unchanged(boxed, state.boxed)],
  });
};

/** The headroom of a cap whose headroom is not in the goods row, so that no condition can compare it. */
const headroomNotInRow = (
  { category, configured }: CategoryState,
  from: number,
  site: Site,
): number | undefined => {
  const cap = capOf(category, site);
  if (cap.rule === "perBox") return Math.max(0, cap.most - from);
  if (cap.rule === "configured" && configured === undefined) return 0;
  return undefined;
};

/** The entries of attachments in boxes; each mirrors the product's operation (specification §4). */
export const attachmentBoxStore = (
  table: Table,
  site: Site,
): ItemStore<AttachmentBoxRequest, AttachmentBoxResponse> &
  CorrectionStore<EntryRef, AttachmentBoxResponse> => ({
  appendItem: async (entry, operation, proof) => {
    const { category, quantity } = entry;
    const save = { table, site, operation, proof };
    const goods = mergeChanges(
      { when: [{ present: attributesOf(category).configured }] },
      changeCategory(category, quantity, capOf(category, site), true),
    );
    // Most attachments are located before they are boxed; the others cost a second request, if evidence needs a location.
    let isLocated = true;
    // At the deadline `commit` throws, which ends this loop.
    for (;;) {
      const evidence = flipEvidence(category, isLocated, operation, site);
      const outcome = await commitItem(save, entry, goods, evidence);
      if (outcome.kind === "recorded") return outcome;
      const reason = explainUnmetAppend(outcome, entry, operation, proof, isLocated, site);
      if ("kind" in reason) return reason;
      isLocated = reason.located;
    }
  },

  findItem: async ({ box_no, zongpai, category }, operation) => {
    const ref = { box_no, zongpai, category };
    const keys = [boxItemKey(box_no, zongpai, category), goodsKey(zongpai)];
    const { receipt, items } = await readWithReceipt(operation, table, ...keys);
    const [item, goods] = items;
    const correctQuantity = async (...correction: QuantityCorrection) => {
      const [from, to] = correction;
      const quantity = to - from;
      const refusalBeyond = (headroom: number | undefined) =>
        quantity > 0 && headroom !== undefined && headroom < quantity
          ? new Refusal("capExceeded", { category, zongpai, headroom, quantity })
          : undefined;
      const state = stateOfCategory(goods, category);
      const refusal = refusalBeyond(headroomNotInRow(state, from, site));
      if (refusal) throw refusal;
      const explainUnmet = (current: TableItem | undefined) =>
        refusalBeyond(headroomOf(stateOfCategory(current, category), site));
      const change = changeOfCorrection(correction, state, site);
      const found = new Map([["goods" as const, goods]]);
      return commitCorrection(table, ref, correction, operation, change, explainUnmet, found);
    };
    return { receipt, quantity: quantityIn(item), correctQuantity };
  },
});
