import * as z from "zod";
import type { GoodsSeen, Proof } from "../domain/box.ts";
import { attributesOf } from "./attributes.ts";
import { type Action, type Change, type Condition, type Item, together, update } from "./expression.ts";
import { goodsKey } from "./keys.ts";

/** The slice of a site that decides which counters a product write keeps. */
export type CounterSettings = {
  readonly box: { readonly beyondOrdered: "allow" | "refuse" };
  readonly attachment: {
    readonly categories: readonly { readonly code: string }[];
    readonly cap: { readonly rule: "fixed" | "configured" } | { readonly rule: "boxedGoods"; readonly perUnit: number };
    readonly goodsBelowUse: "refuse" | "allow";
  };
};

export type VerificationSettings = { readonly erp: { readonly verifiedFor: number }; readonly box: CounterSettings["box"] };

const GoodsRow = z.object({
  verified_at: z.int().optional(),
  ordered: z.int().optional(),
  boxed: z.int().optional(),
  headroom: z.int().optional(),
});

/** The goods row as a refused transaction gave it back; `verifiedAt` is epoch ms. */
export const goodsSeen = (item: Item | undefined): GoodsSeen & { readonly verifiedAt?: number } => {
  const { verified_at, ordered, boxed, headroom } = GoodsRow.parse(item ?? {});
  return {
    verifiedAt: verified_at,
    ordered,
    boxed,
    headroom,
  };
};

/**
 * A write of a goods row. There is no other way to write one, for each must move `rev`: by that an audit sees that goods changed while
 * it read their rows one after the other.
 */
export const updateGoods = (zongpai: string, ...changes: readonly Change[]): Action =>
  update(goodsKey(zongpai), together(...changes, { add: { rev: 1 } }));

/** What every product write of `delta` adds, so that the caps of products and attachments hold in one round trip. */
const counters = (delta: number, { box, attachment: { cap, categories } }: CounterSettings): Record<string, number> => ({
  boxed: delta,
  ...(box.beyondOrdered === "refuse" ? { headroom: -delta } : {}),
  ...(cap.rule === "boxedGoods"
    ? Object.fromEntries(categories.map(({ code }) => [attributesOf(code).headroom, cap.perUnit * delta]))
    : {}),
});

/** Where attachments may not be left without the goods that they are counted by, a decrease asserts that they are not. */
const keepUsed = (delta: number, { attachment: { cap, categories, goodsBelowUse } }: CounterSettings): Condition[] =>
  cap.rule === "boxedGoods" && goodsBelowUse === "refuse" && delta < 0
    ? categories.map(({ code }) => {
        const { headroom } = attributesOf(code);
        return { any: [{ absent: headroom }, { attribute: headroom, is: ">=", value: -delta * cap.perUnit }] };
      })
    : [];

/** The headroom that a verification leaves before this save: ordered − boxed, or the old one moved by the change in ordered. */
export const headroomAt = (ordered: number, seen: GoodsSeen): number =>
  seen.headroom !== undefined && seen.ordered !== undefined ? seen.headroom + ordered - seen.ordered : ordered - (seen.boxed ?? 0);

const shiftOf = ({ zongpai, seen = {} }: Proof): number => (zongpai ? headroomAt(zongpai.ordered, seen) - (seen.headroom ?? 0) : 0);

/** Without a headroom in the row the conditions of a verification pin what it is computed from, so the caller has checked the cap. */
const pinned = ({ zongpai, seen = {} }: Proof): boolean =>
  zongpai !== undefined && (seen.headroom === undefined || seen.ordered === undefined);

/** A change of the boxed quantity; an increase holds the ordered quantity where the site says so, a decrease what attachments use. */
export const moveBoxed = (delta: number, site: CounterSettings, proof: Proof = {}): Change => {
  const capped = site.box.beyondOrdered === "refuse" && delta > 0 && !pinned(proof);
  return {
    add: counters(delta, site),
    when: [...(capped ? [{ attribute: "headroom", is: ">=", value: delta - shiftOf(proof) } as const] : []), ...keepUsed(delta, site)],
  };
};

const unchanged = (attribute: "ordered" | "boxed" | "headroom", seen: GoodsSeen): Condition => {
  const value = seen[attribute];
  return value === undefined ? { absent: attribute } : { attribute, is: "=", value };
};

/** The oldest verification, epoch ms, on which a save at this instant may stand. */
export const oldestVerification = (at: number, { erp }: VerificationSettings): number => at - erp.verifiedFor * 1_000;

/**
 * What a save stands on: a verification that is young enough, or what the ERP just said, recorded with the save.
 * The conditions close the race of two verifications that both move the headroom by the change in the ordered quantity.
 */
export const verification = (at: number, proof: Proof, site: VerificationSettings): Change => {
  if (!proof.zongpai) return { when: [{ attribute: "verified_at", is: ">=", value: oldestVerification(at, site) }] };
  const set = { verified_at: at, ordered: proof.zongpai.ordered };
  if (site.box.beyondOrdered === "allow") return { set };
  const seen = proof.seen ?? {};
  const when = [unchanged("ordered", seen), ...(pinned(proof) ? [unchanged("headroom", seen), unchanged("boxed", seen)] : [])];
  return { set, add: { headroom: shiftOf(proof) }, when };
};
