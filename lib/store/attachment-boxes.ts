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

/**
 * The evidence flip: sets the id of this operation, unless an earlier one has flipped it. If evidence needs a location, a condition compares
 * what was read of it.
 */
const flipEvidence = (
  code: string,
  located: boolean,
  operation: Operation,
  { attachment }: Site,
): RowChange => {
  const attributes = attributesOf(code);
  const flipped = { init: { [attributes.evidence]: operation.id } };
  if (!attachment.realEvidence.includes("location")) return flipped;
  return located
    ? { ...flipped, when: [{ present: attributes.located }] }
    : { when: [{ absent: attributes.located }] };
};

/**
 * Why an entry is not saved: it exists, the configuration, the cap, and last what needs the ERP; or whether it is located, if that changed
 * since it was read.
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
  const elsewhere = site.attachment.realEvidence.includes("location") && located !== wasLocated;
  const seen = goodsSeenIn(goods);
  const stale = !isVerified(seen, at, site);
  const box = failed.has("box");
  return elsewhere || !(stale || box)
    ? { located }
    : { kind: "unverified", zongpai: stale && !proof.zongpai, box, seen };
};

/** Only a configured category has a headroom, so a condition compares whether it is configured. */
const changeOfCorrection = (
  [from, to]: QuantityCorrection,
  state: CategoryState,
  site: Site,
): RowChange => {
  const { configured, evidence, boxed } = attributesOf(state.category);
  const isConfigured = state.configured !== undefined;
  const same: RowCondition = isConfigured ? { present: configured } : { absent: configured };
  const last = to === 0 && state.boxed === from;
  return mergeChanges(
    changeCategory(state.category, to - from, capOf(state.category, site), isConfigured),
    { when: [same] },
    // Without it, two deletions at once could each count on the other entry.
    to === 0 && site.attachment.flipsBack
      ? { remove: last ? [evidence] : [], when: [unchanged(boxed, state.boxed)] }
      : {},
  );
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
    let located = true;
    for (;;) {
      const evidence = flipEvidence(category, located, operation, site);
      const outcome = await commitItem(save, entry, goods, evidence);
      if (outcome.kind === "recorded") return outcome;
      const refused = explainUnmetAppend(outcome, entry, operation, proof, located, site);
      if ("kind" in refused) return refused;
      located = refused.located;
    }
  },

  findItem: async ({ box_no, zongpai, category }, operation) => {
    const ref = { box_no, zongpai, category };
    const keys = [boxItemKey(box_no, zongpai, category), goodsKey(zongpai)];
    const { receipt, items } = await readWithReceipt(operation, table, ...keys);
    const [item, goods] = items;
    const correct = async (...change: QuantityCorrection) => {
      const [from, to] = change;
      const quantity = to - from;
      const beyond = (headroom: number | undefined) =>
        quantity > 0 && headroom !== undefined && headroom < quantity
          ? new Refusal("capExceeded", { category, zongpai, headroom, quantity })
          : undefined;
      const state = stateOfCategory(goods, category);
      const cap = capOf(category, site);
      // Of these the row has no headroom to compare.
      const unkept =
        cap.rule === "perBox"
          ? beyond(Math.max(0, cap.most - from))
          : cap.rule === "configured" && state.configured === undefined && beyond(0);
      if (unkept) throw unkept;
      const refusal = (found: TableItem | undefined) =>
        beyond(headroomOf(stateOfCategory(found, category), site));
      const effect = changeOfCorrection(change, state, site);
      const found = new Map([["goods" as const, goods]]);
      return commitCorrection(table, ref, change, operation, effect, refusal, found);
    };
    return { receipt, quantity: quantityIn(item), correctQuantity: correct };
  },
});
