import type { Site } from "../site/schema.ts";
import type { CategoryState } from "./attachment.ts";

type CapRule = Exclude<Site["attachment"]["cap"], { rule: "perCategory" }>;
/** The cap of a category, as the service uses it; `most` is a scaled integer. */
export type CategoryCap =
  | Exclude<CapRule, { quantity: number }>
  | { readonly rule: "fixed" | "perBox"; readonly most: number };

/** Stored where a category is configured without a quantity: far above any sum, far below 2^53. */
export const uncappedQuantity = 1e15;

export const shownQuantity = (configured: number | undefined): number | undefined =>
  configured === undefined || configured >= uncappedQuantity ? undefined : configured;

/** The cap of a category. A category that the site gave up needs none, because nothing is added to it. */
export const capOf = (category: string, { formats, attachment: { cap } }: Site): CategoryCap => {
  const rule = cap.rule === "perCategory" ? cap.of[category] : cap;
  if (!rule) return { rule: "fixed", most: uncappedQuantity };
  if (!("quantity" in rule)) return rule;
  const most = Math.round(rule.quantity * 10 ** formats.quantity.decimals);
  return { rule: rule.rule, most };
};

/** The categories that are capped by boxed goods: each unit allows `perUnit` of them. Writes of the goods keep their headroom. */
export const categoriesCappedByGoods = ({
  attachment,
}: Site): { readonly code: string; readonly perUnit: number }[] => {
  const { categories, cap } = attachment;
  return categories.flatMap(({ code }) => {
    const rule = cap.rule === "perCategory" ? cap.of[code] : cap;
    return rule?.rule === "boxedGoods" ? [{ code, perUnit: rule.perUnit }] : [];
  });
};

/** Whether goods stay in boxes as long as their attachments need them (specification §8). */
export const isGoodsBelowUseRefused = (site: Site): boolean =>
  categoriesCappedByGoods(site).length > 0 && site.attachment.goodsBelowUse === "refuse";

export const hasConfiguredCap = (site: Site): boolean =>
  site.attachment.categories.some(({ code }) => capOf(code, site).rule === "configured");

type CategoryQuantities = Omit<CategoryState, "evidenced" | "located">;

/** How many of a category can still be boxed, or put into one more box (specification §8); `undefined` without a cap. */
export const headroomOf = (state: CategoryQuantities, site: Site): number | undefined => {
  const cap = capOf(state.category, site);
  if (cap.rule === "perBox") return cap.most;
  if (cap.rule === "fixed") return Math.max(0, cap.most - state.boxed);
  if (cap.rule === "configured" && (state.configured ?? 0) >= uncappedQuantity) return undefined;
  return Math.max(0, state.headroom ?? 0);
};
