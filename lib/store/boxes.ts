import { cappedByGoods } from "../domain/attachment-cap.ts";
import type { Appended, BoxSaveRequest, BoxSaveResponse, BoxStore, Proof } from "../domain/box.ts";
import type { Corrected, Correction, CorrectionStore } from "../domain/box-edit.ts";
import type { BoxInfoResponse, ContentsStore } from "../domain/box-info.ts";
import type { Operation } from "../domain/operation.ts";
import type { Site } from "../site/schema.ts";
import { attributesOf } from "./attributes.ts";
import { appendItem, correctItem, ItemRow, recorded } from "./box-items.ts";
import { boxPage } from "./box-pages.ts";
import type { Table } from "./client.ts";
import { commit, type Effects, type Unmet } from "./commit.ts";
import { copyOf, knownBox } from "./erp-copies.ts";
import type { Item } from "./expression.ts";
import { goodsSeen, headroomAt, moveBoxed, oldestVerification, verification } from "./goods.ts";
import { boxItemKey, operationKey } from "./keys.ts";
import { receiptOf } from "./operations.ts";
import { readItems } from "./query.ts";

type Target = "item" | "goods" | "box";

const appendEffects = (
  item: BoxSaveRequest,
  operation: Operation,
  proof: Proof,
  site: Site,
): Effects<Target> => [
  ...appendItem(
    item,
    operation,
    verification(operation.at, proof, site),
    moveBoxed(item.quantity, site, proof),
  ),
  ...knownBox(item.box_no, operation.at, proof.box, site),
];

/** Why a save is refused. In this order: the item exists already, the cap, and last the verification, because then the ERP must be asked. */
const refusedAppend = (
  { failed }: Unmet<Target>,
  { at }: Operation,
  proof: Proof,
  site: Site,
): Appended => {
  if (failed.has("item"))
    return { kind: "duplicate", quantity: ItemRow.parse(failed.get("item")).quantity };
  const seen = goodsSeen(failed.get("goods"));
  const fresh = seen.verifiedAt !== undefined && seen.verifiedAt >= oldestVerification(at, site);
  if (failed.has("goods") && fresh && !proof.zongpai)
    return {
      kind: "beyondOrdered",
      ordered: seen.ordered ?? 0,
      headroom: Math.max(0, seen.headroom ?? 0),
    };
  const stale = failed.has("goods");
  return {
    kind: "unverified",
    zongpai: stale && !proof.zongpai,
    box: failed.has("box"),
    ...(stale ? { seen } : {}),
  };
};

/** A save beyond the ordered quantity that the ERP has just told is refused without a transaction. */
const beyondProof = (
  { quantity }: BoxSaveRequest,
  { zongpai, seen = {} }: Proof,
  site: Site,
): Appended | undefined => {
  if (!zongpai || site.box.beyondOrdered === "allow") return undefined;
  const headroom = headroomAt(zongpai.ordered, seen);
  return headroom < quantity
    ? { kind: "beyondOrdered", ordered: zongpai.ordered, headroom: Math.max(0, headroom) }
    : undefined;
};

/** Why a correction is refused: an increase goes beyond what was ordered, or a decrease takes goods that attachments need. */
const refusedCorrection = (
  goods: Item | undefined,
  { from, to }: Correction,
  site: Site,
): Corrected<BoxSaveResponse> => {
  const seen = goodsSeen(goods);
  const capped = cappedByGoods(site);
  if (to > from || capped.length === 0)
    return {
      kind: "beyondOrdered",
      ordered: seen.ordered ?? 0,
      headroom: Math.max(0, seen.headroom ?? 0),
    };
  const uses = capped.map(({ code, perUnit }) => {
    const needed = (from - to) * perUnit;
    return { category: code, needed, left: Number(goods?.[attributesOf(code).headroom] ?? needed) };
  });
  const short = uses.find(({ left, needed }) => left < needed);
  return short
    ? {
        kind: "capExceeded",
        category: short.category,
        headroom: Math.max(0, short.left),
        needed: short.needed,
      }
    : { kind: "moved" };
};

/** Corrects goods in a box, if their quantity is still the one that was read. */
const correct = async (
  table: Table,
  correction: Correction,
  operation: Operation,
  site: Site,
): Promise<Corrected<BoxSaveResponse>> => {
  const { box_no, zongpai, from, to } = correction;
  const result = recorded({ box_no, zongpai }, to === 0 ? from : to, operation);
  const event = { kind: "corrected" as const, box_no, from, to };
  const outcome = await commit(
    table,
    { operation, result, event },
    correctItem(correction, operation, moveBoxed(to - from, site)),
  );
  if (outcome.kind === "recorded") return outcome;
  return outcome.failed.has("item")
    ? { kind: "moved" }
    : refusedCorrection(outcome.failed.get("goods"), correction, site);
};

type Contents = Pick<BoxInfoResponse, "items_quantity" | "items" | "entries">;

type GoodsRef = Pick<BoxSaveRequest, "box_no" | "zongpai">;

/** The boxes: many items, one box (specification §4: saving appends to a many-to-one relation). */
export const boxStore = (
  table: Table,
  site: Site,
): BoxStore & CorrectionStore<GoodsRef, BoxSaveResponse> & ContentsStore => ({
  append: async (item, operation, proof) => {
    const beyond = beyondProof(item, proof, site);
    if (beyond) return beyond;
    const { quantity, ...ref } = item;
    const effects = appendEffects(item, operation, proof, site);
    const event = { kind: "saved" as const, box_no: item.box_no, quantity };
    const outcome = await commit(
      table,
      { operation, result: recorded(ref, quantity, operation), event },
      effects,
    );
    return outcome.kind === "unmet" ? refusedAppend(outcome, operation, proof, site) : outcome;
  },

  find: async ({ box_no, zongpai }, operation) => {
    const keys = [operationKey(zongpai, operation.id), boxItemKey(box_no, zongpai)];
    const [row, item] = await readItems(table, keys, operation.deadline);
    const receipt = receiptOf(row, operation);
    if (!item) return { receipt };
    const { quantity } = ItemRow.parse(item);
    return {
      receipt,
      item: {
        quantity,
        correct: (to) => correct(table, { box_no, zongpai, from: quantity, to }, operation, site),
      },
    };
  },

  contents: async ({ box_no, cursor }, now, deadline) => {
    const page = await boxPage(table, { box_no, cursor, size: site.box.pageSize }, deadline);
    const copy = page.erpRow && copyOf(page.erpRow, now);
    const contents: Contents = { items_quantity: 0, items: [], entries: [] };
    // One pass, because a box may hold thousands.
    for (const row of page.rows) {
      const { zongpai, quantity, at: recorded_at, category } = ItemRow.parse(row);
      if (category !== undefined)
        contents.entries.push({ zongpai, quantity, recorded_at, category });
      else {
        contents.items.push({ zongpai, quantity, recorded_at });
        contents.items_quantity += quantity;
      }
    }
    return { ...contents, copy, cursor: page.next };
  },
});
