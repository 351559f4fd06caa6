import type { CategoryState } from "../domain/attachment.ts";
import type {
  AttachmentBoxRequest,
  AttachmentBoxResponse,
  EntryAppended,
  EntryRef,
  EntryStore,
} from "../domain/attachment-box.ts";
import { capOf, headroomOf } from "../domain/attachment-cap.ts";
import type { Proof } from "../domain/box.ts";
import type { Corrected, Correction, CorrectionStore } from "../domain/box-edit.ts";
import type { Operation } from "../domain/operation.ts";
import type { Site } from "../site/schema.ts";
import { appendItem, correctItem, duplicate, ItemRow, recorded } from "./boxes.ts";
import { attributesOf, changeCategory, stateOfCategory } from "./categories.ts";
import type { Table } from "./client.ts";
import { commit, type Effects, type Stamp, type Unmet } from "./commit.ts";
import { knownBox } from "./erp-copies.ts";
import { type Change, type Condition, type Item, still, together } from "./expression.ts";
import { goodsSeen, oldestVerification, verification } from "./goods.ts";
import { boxItemKey, goodsKey, operationKey } from "./keys.ts";
import { receiptOf } from "./operations.ts";
import { readItems } from "./query.ts";

type Target = "item" | "goods" | "box";
type Tried = { readonly proof: Proof; readonly located: boolean };

/**
 * The evidence flip: sets the id of this operation, unless an earlier one has flipped it. If evidence needs a location, a condition compares
 * what was read of it.
 */
const flip = (
  code: string,
  located: boolean,
  operation: Operation,
  { attachment }: Site,
): Change => {
  const attributes = attributesOf(code);
  const flipped = { init: { [attributes.evidence]: operation.id } };
  if (!attachment.realEvidence.includes("location")) return flipped;
  return located
    ? { ...flipped, when: [{ present: attributes.located }] }
    : { when: [{ absent: attributes.located }] };
};

const appendEffects = (
  entry: AttachmentBoxRequest,
  operation: Operation,
  stamp: Stamp,
  { proof, located }: Tried,
  site: Site,
): Effects<Target> => {
  const { box_no, category, quantity } = entry;
  const goods = together(
    { when: [{ present: attributesOf(category).configured }] },
    changeCategory(category, quantity, capOf(category, site), true),
    flip(category, located, operation, site),
    verification(operation.at, proof, site),
  );
  return [...appendItem(entry, stamp, goods), ...knownBox(box_no, operation.at, proof.box, site)];
};

type Refused =
  | Exclude<EntryAppended, { kind: "recorded" }>
  | { readonly kind: "again"; readonly located: boolean };

/** Why an entry is refused: it exists, the configuration, the cap, and last what needs the ERP. */
const refusedAppend = (
  { failed }: Unmet<Target>,
  entry: AttachmentBoxRequest,
  { at }: Operation,
  { proof, located }: Tried,
  site: Site,
): Refused => {
  if (failed.has("item")) return duplicate(failed.get("item"));
  if (!failed.has("goods")) return { kind: "unverified", zongpai: false, box: true };
  const goods = failed.get("goods");
  const state = stateOfCategory(goods, entry.category);
  if (state.configured === undefined) return { kind: "notConfigured" };
  const headroom = headroomOf(state, site);
  if (headroom !== undefined && headroom < entry.quantity) return { kind: "capExceeded", headroom };
  const elsewhere = site.attachment.realEvidence.includes("location") && state.located !== located;
  const { verifiedAt, ...seen } = goodsSeen(goods);
  const stale = verifiedAt === undefined || verifiedAt < oldestVerification(at, site);
  if (!elsewhere && (stale || failed.has("box")))
    return { kind: "unverified", zongpai: stale && !proof.zongpai, box: failed.has("box"), seen };
  // Something changed since it was read.
  return { kind: "again", located: state.located };
};

/** Only a configured category has a headroom, so a condition compares whether it is configured. */
const correctionChange = ({ from, to }: Correction, state: CategoryState, site: Site): Change => {
  const { configured, evidence, boxed } = attributesOf(state.category);
  const isConfigured = state.configured !== undefined;
  const same: Condition = isConfigured ? { present: configured } : { absent: configured };
  const last = to === 0 && state.boxed === from;
  return together(
    changeCategory(state.category, to - from, capOf(state.category, site), isConfigured),
    { when: [same] },
    // Without it, two deletions at once could each count on the other entry.
    to === 0 && site.attachment.flipsBack
      ? { remove: last ? [evidence] : [], when: [still(boxed, state.boxed)] }
      : {},
  );
};

const correct = async (
  table: Table,
  correction: Correction & EntryRef,
  operation: Operation,
  goods: Item | undefined,
  site: Site,
): Promise<Corrected<AttachmentBoxResponse>> => {
  const { from, to, ...ref } = correction;
  const { box_no, category } = ref;
  const state = stateOfCategory(goods, category);
  const cap = capOf(category, site);
  const needed = to - from;
  const capExceeded = (headroom: number) =>
    ({ kind: "capExceeded", category, headroom, needed }) as const;
  if (needed > 0 && cap.rule === "configured" && state.configured === undefined)
    return capExceeded(0);
  if (needed > 0 && cap.rule === "perBox" && to > cap.most)
    return capExceeded(Math.max(0, cap.most - from));
  const event = { kind: "corrected" as const, box_no, category, from, to };
  const change = correctionChange(correction, state, site);
  const write = (stamp: Stamp) => ({
    result: recorded(ref, to === 0 ? from : to, stamp),
    event,
    effects: correctItem(correction, stamp, change),
  });
  const outcome = await commit(table, operation, write, goods);
  if (outcome.kind === "recorded") return outcome;
  if (outcome.failed.has("item")) return { kind: "conflict" };
  const headroom = headroomOf(stateOfCategory(outcome.failed.get("goods"), category), site);
  return needed > 0 && headroom !== undefined && headroom < needed
    ? capExceeded(headroom)
    : { kind: "conflict" };
};

/** The entries of attachments in boxes; each mirrors the product's operation (specification §4). */
export const attachmentBoxStore = (
  table: Table,
  site: Site,
): EntryStore & CorrectionStore<EntryRef, AttachmentBoxResponse> => ({
  append: async (entry, operation, proof) => {
    const { quantity, ...ref } = entry;
    const { box_no, category } = ref;
    const event = { kind: "saved" as const, box_no, category, quantity };
    // Most attachments are located before they are boxed; the others cost a second request, if evidence needs a location.
    let located = true;
    for (;;) {
      const tried = { proof, located };
      const outcome = await commit(table, operation, (stamp) => ({
        result: recorded(ref, quantity, stamp),
        event,
        effects: appendEffects(entry, operation, stamp, tried, site),
      }));
      if (outcome.kind === "recorded") return outcome;
      const refused = refusedAppend(outcome, entry, operation, tried, site);
      if (refused.kind !== "again") return refused;
      located = refused.located;
    }
  },

  find: async (ref, operation) => {
    const { box_no, zongpai, category } = ref;
    const keys = [
      operationKey(operation, operation.id),
      boxItemKey(box_no, zongpai, category),
      goodsKey(zongpai),
    ];
    const [row, entry, goods] = await readItems(table, keys, operation.deadline);
    const receipt = receiptOf(row, operation);
    if (!entry) return { receipt };
    const { quantity } = ItemRow.parse(entry);
    const correctTo = (to: number) =>
      correct(table, { ...ref, from: quantity, to }, operation, goods, site);
    return { receipt, item: { quantity, correct: correctTo } };
  },
});
