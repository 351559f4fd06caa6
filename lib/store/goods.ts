import * as z from "zod/mini";
import { categoriesCappedByGoods } from "../domain/attachment-cap.ts";
import type { ErpProof, GoodsSeen } from "../domain/box.ts";
import type { Site } from "../site/schema.ts";
import { attributesOf } from "./categories.ts";
import { keepOrder, type WriteStamp } from "./commit.ts";
import {
  mergeChanges,
  type RowChange,
  type RowCondition,
  type TableItem,
  type TransactionAction,
  unchanged,
  updateAction,
} from "./expression.ts";
import { goodsKey } from "./keys.ts";

const GoodsRow = z.object({
  verified_at: z.optional(z.int()),
  ordered: z.optional(z.int()),
  boxed: z.optional(z.int()),
  headroom: z.optional(z.int()),
});

const NamedGoodsRow = z.object({ product: z.optional(z.string()) });

/** The name of the product as the ERP had it when the goods were last verified, where the site shows it. */
export const productIn = (item: TableItem | undefined, { erp }: Site): string | undefined =>
  erp.product ? NamedGoodsRow.parse(item ?? {}).product : undefined;

/** The counters of a goods row. */
export const goodsSeenIn = (item: TableItem | undefined): GoodsSeen => GoodsRow.parse(item ?? {});

/**
 * Every write of a goods row keeps the order, and increases `rev`: an audit compares it before and after it read the rows. `ordered_since`:
 * the first one that kept the order.
 */
export const updateGoods = (
  zongpai: string,
  { at }: Pick<WriteStamp, "at">,
  ...changes: readonly RowChange[]
): TransactionAction =>
  updateAction(
    goodsKey(zongpai),
    mergeChanges(...changes, keepOrder(at), {
      setIfAbsent: { ordered_since: at },
      add: { rev: 1 },
    }),
  );

const counterDeltas = (delta: number, site: Site): Record<string, number> => {
  const deltas: Record<string, number> = { boxed: delta };
  if (site.box.beyondOrdered === "refuse") deltas.headroom = -delta;
  for (const { code, perUnit } of categoriesCappedByGoods(site))
    deltas[attributesOf(code).headroom] = perUnit * delta;
  return deltas;
};

/** Goods whose attachments need them stay in boxes: of a decrease and a save of such an attachment, the second is refused. */
const conditionsOfUse = (delta: number, site: Site): RowCondition[] => {
  if (site.attachment.goodsBelowUse !== "refuse" || delta >= 0) return [];
  return categoriesCappedByGoods(site).map(({ code, perUnit }) => {
    const { headroom } = attributesOf(code);
    const enough: RowCondition = { attribute: headroom, is: ">=", value: -delta * perUnit };
    return { any: [{ absent: headroom }, enough] };
  });
};

/** The headroom after a verification and before this save. */
export const headroomAt = (ordered: number, seen: GoodsSeen): number =>
  seen.headroom !== undefined && seen.ordered !== undefined
    ? seen.headroom + ordered - seen.ordered
    : ordered - (seen.boxed ?? 0);

const headroomShiftOf = ({ zongpai, seen = {} }: ErpProof): number =>
  zongpai ? headroomAt(zongpai.ordered, seen) - (seen.headroom ?? 0) : 0;

/**
 * If the row has no headroom yet, the conditions compare the numbers that it is computed from. The caller has checked the ordered quantity.
 */
const isHeadroomUnknown = ({ zongpai, seen = {} }: ErpProof): boolean =>
  zongpai !== undefined && (seen.headroom === undefined || seen.ordered === undefined);

/** Changes the boxed quantity. As the site says, an increase checks what was ordered, a decrease what attachments need. */
export const changeBoxed = (delta: number, site: Site, proof: ErpProof = {}): RowChange => {
  const when = conditionsOfUse(delta, site);
  if (site.box.beyondOrdered === "refuse" && delta > 0 && !isHeadroomUnknown(proof))
    when.push({ attribute: "headroom", is: ">=", value: delta - headroomShiftOf(proof) });
  return { add: counterDeltas(delta, site), when };
};

/** A save at this instant needs a verification that is not older than this, epoch ms. */
const oldestVerification = (at: number, { erp }: Site): number => at - erp.verifiedFor * 1_000;

export const isVerified = ({ verified_at }: GoodsSeen, at: number, site: Site): boolean =>
  verified_at !== undefined && verified_at >= oldestVerification(at, site);

/**
 * The verification that a save needs: a recent one, or the ERP's answer, which is recorded with the save. The conditions refuse the second
 * of two verifications that would both change the headroom.
 */
export const changeOfVerification = (at: number, proof: ErpProof, site: Site): RowChange => {
  if (!proof.zongpai)
    return { when: [{ attribute: "verified_at", is: ">=", value: oldestVerification(at, site) }] };
  const { product } = proof.zongpai;
  const named: RowChange = product === undefined ? { remove: ["product"] } : { set: { product } };
  const set = { verified_at: at, ordered: proof.zongpai.ordered };
  const verified = mergeChanges({ set }, named);
  if (site.box.beyondOrdered === "allow") return verified;
  const { ordered, headroom, boxed } = proof.seen ?? {};
  const when = [unchanged("ordered", ordered)];
  if (isHeadroomUnknown(proof))
    when.push(unchanged("headroom", headroom), unchanged("boxed", boxed));
  return mergeChanges(verified, { add: { headroom: headroomShiftOf(proof) }, when });
};
