import type { Site } from "../site/schema.ts";
import { toScaled } from "./value.ts";

type CapRule = Exclude<Site["attachment"]["cap"], { rule: "perCategory" }>;
/** What caps a category, as the service uses it; `most` is a scaled integer. */
export type Cap =
  | Exclude<CapRule, { quantity: number }>
  | { readonly rule: "fixed" | "perBox"; readonly most: number };

/** Stored as the configured quantity if a category is configured without one: far above any sum, far below 2^53. */
export const uncapped = 1e15;

/** A configured quantity as answers have it: none for a category without a cap. */
export const shownQuantity = (configured: number | undefined): number | undefined =>
  configured === undefined || configured >= uncapped ? undefined : configured;

/** What caps this category. One that the site gave up may have no rule; nothing of it is added, so nothing caps it. */
export const capOf = (category: string, { formats, attachment: { cap } }: Site): Cap => {
  const rule = cap.rule === "perCategory" ? cap.of[category] : cap;
  if (!rule) return { rule: "fixed", most: uncapped };
  if (!("quantity" in rule)) return rule;
  const most = toScaled(rule.quantity, formats.quantity.decimals);
  if (most === undefined)
    throw new Error("a cap with more decimals than are kept passed the site's check");
  return { rule: rule.rule, most };
};

/** The categories of which the boxed goods allow so many for each unit. Every write of these goods keeps their headroom. */
export const cappedByGoods = ({
  attachment: { categories, cap },
}: Site): { readonly code: string; readonly perUnit: number }[] =>
  categories.flatMap(({ code }) => {
    const rule = cap.rule === "perCategory" ? cap.of[code] : cap;
    return rule?.rule === "boxedGoods" ? [{ code, perUnit: rule.perUnit }] : [];
  });

/** Whether a site keeps as many goods in boxes as their attachments use (specification §8). */
export const goodsBelowUse = (site: Site): boolean =>
  cappedByGoods(site).length > 0 && site.attachment.goodsBelowUse === "refuse";

/** Whether the configuration is the cap of any category. */
export const someConfigured = (site: Site): boolean =>
  site.attachment.categories.some(({ code }) => capOf(code, site).rule === "configured");

/** What is counted of a category of goods, scaled. */
type Counted = {
  readonly category: string;
  readonly configured?: number;
  readonly boxed: number;
  readonly headroom?: number;
};

/**
 * What may still be boxed of a category before its cap is reached, or in one more box if the cap is of each box; `undefined` if it has no
 * cap. Never below 0 (specification §8).
 */
export const headroomOf = (state: Counted, site: Site): number | undefined => {
  const cap = capOf(state.category, site);
  if (cap.rule === "perBox") return cap.most;
  if (cap.rule === "fixed") return Math.max(0, cap.most - state.boxed);
  if (cap.rule === "configured" && (state.configured ?? 0) >= uncapped) return undefined;
  return Math.max(0, state.headroom ?? 0);
};
