import * as z from "zod";
import type { GoodsSeen, Proof } from "../domain/box.ts";
import { type Action, type Condition, type Item, update } from "./expression.ts";
import { goodsKey } from "./keys.ts";

/** The slice of a site that decides which counters a product write keeps. */
export type CounterSettings = {
  readonly box: { readonly beyondOrdered: "allow" | "refuse" };
  readonly attachment: {
    readonly categories: readonly { readonly code: string }[];
    readonly cap: { readonly rule: "fixed" | "configured" } | { readonly rule: "boxedGoods"; readonly perUnit: number };
  };
};

const GoodsRow = z.object({
  verified_at: z.int().optional(),
  ordered: z.int().optional(),
  boxed: z.int().optional(),
  headroom: z.int().optional(),
});

/** The goods row as a refused transaction gave it back; `verifiedAt` is epoch ms. */
export const goodsSeen = (item: Item | undefined): GoodsSeen & { readonly verifiedAt?: number } => {
  const { verified_at, ...counters } = GoodsRow.parse(item ?? {});
  return { ...stripped(counters), ...(verified_at === undefined ? {} : { verifiedAt: verified_at }) };
};

const stripped = (counters: { [name: string]: number | undefined }): GoodsSeen =>
  Object.fromEntries(Object.entries(counters).filter(([, value]) => value !== undefined));

/** What every product write of `delta` adds, so that the caps of products and attachments hold in one round trip. */
const counters = (delta: number, { box, attachment: { cap, categories } }: CounterSettings): Record<string, number> => ({
  boxed: delta,
  rev: 1,
  ...(box.beyondOrdered === "refuse" ? { headroom: -delta } : {}),
  ...(cap.rule === "boxedGoods" ? Object.fromEntries(categories.map(({ code }) => [`h_${code}`, cap.perUnit * delta])) : {}),
});

/** The headroom that a verification leaves before this save: ordered − boxed, or the old one moved by the change in ordered. */
export const headroomAt = (ordered: number, seen: GoodsSeen): number =>
  seen.headroom !== undefined && seen.ordered !== undefined ? seen.headroom + ordered - seen.ordered : ordered - (seen.boxed ?? 0);

/** A change of the boxed quantity of verified goods; an increase holds the cap where the site has one. */
export const moveBoxed = (zongpai: string, delta: number, site: CounterSettings, when: readonly Condition[] = []): Action => {
  const capped: Condition[] = site.box.beyondOrdered === "refuse" && delta > 0 ? [{ attribute: "headroom", is: ">=", value: delta }] : [];
  return update(goodsKey(zongpai), { add: counters(delta, site), when: [...when, ...capped] });
};

const unchanged = (attribute: "ordered" | "boxed" | "headroom", seen: GoodsSeen): Condition => {
  const value = seen[attribute];
  return value === undefined ? { absent: attribute } : { attribute, is: "=", value };
};

/**
 * The first save of goods, or the first after their verification aged: what the ERP just said is recorded with it.
 * The conditions close the race of two verifications that both move the headroom by the change in the ordered quantity.
 */
export const verifyAndMoveBoxed = (
  { zongpai, ordered }: NonNullable<Proof["zongpai"]>,
  quantity: number,
  at: number,
  seen: GoodsSeen,
  site: CounterSettings,
): Action => {
  const set = { verified_at: at, ordered };
  const add = counters(quantity, site);
  if (site.box.beyondOrdered === "allow") return update(goodsKey(zongpai), { set, add });
  const shift = headroomAt(ordered, seen) - (seen.headroom ?? 0);
  const when: Condition[] =
    seen.headroom === undefined || seen.ordered === undefined
      ? [unchanged("ordered", seen), unchanged("headroom", seen), unchanged("boxed", seen)]
      : [unchanged("ordered", seen), { attribute: "headroom", is: ">=", value: quantity - shift }];
  return update(goodsKey(zongpai), { set, add: { ...add, headroom: shift - quantity }, when });
};
