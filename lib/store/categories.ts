import * as z from "zod/mini";
import type { CategoryState } from "../domain/attachment.ts";
import type { CategoryCap } from "../domain/attachment-cap.ts";
import type { Site } from "../site/schema.ts";
import type { RowChange, RowCondition, TableItem } from "./expression.ts";

const CategoryCounters = z.object({
  boxed: z.optional(z.int()),
  configured: z.optional(z.int()),
  /** The quantity that the cap still allows; only where the site's rule keeps it. */
  headroom: z.optional(z.int()),
  /** The id of the operation that flipped evidence. */
  evidence: z.optional(z.string()),
  /** Only there while the attachment is located, so that a condition can test it. */
  located: z.optional(z.boolean()),
});
/** Quantities are scaled integers. */
export type CategoryCounters = z.output<typeof CategoryCounters>;

type CategoryAttributes = Readonly<Record<keyof CategoryCounters, string>>;

/** The attributes of one category on the goods row; flat, because ADD works only at the top level. */
export const attributesOf = (code: string): CategoryAttributes => ({
  boxed: `b_${code}`,
  configured: `c_${code}`,
  headroom: `h_${code}`,
  evidence: `e_${code}`,
  located: `l_${code}`,
});

/** The categories that a goods row has, whether or not the site still lists them. */
export const categoriesIn = (item: TableItem): Set<string> =>
  new Set(Object.keys(item).flatMap((attribute) => /^[bchel]_(.+)$/s.exec(attribute)?.[1] ?? []));

/** The site's categories in its order; then those that it gave up and that the goods row or these places still have. */
export const codesOf = (
  goods: TableItem | undefined,
  { attachment: { categories } }: Pick<Site, "attachment">,
  placed: readonly { readonly category?: string }[] = [],
): string[] => {
  const listed = categories.map(({ code }) => code);
  const stored = [...categoriesIn(goods ?? {}), ...placed.flatMap(({ category = [] }) => category)];
  return [...new Set([...listed, ...stored.sort()])];
};

/** One category's part of a goods row. @throws Error when an attribute has a value that this service never writes */
export const countersOfCategory = (
  item: TableItem | undefined,
  category: string,
): CategoryCounters => {
  const attributes = Object.entries(attributesOf(category));
  const counters = attributes.map(([name, attribute]) => [name, item?.[attribute]]);
  return CategoryCounters.parse(Object.fromEntries(counters));
};

/** The state of one category of goods; a counter that is not there is 0. */
export const stateOfCategory = (item: TableItem | undefined, category: string): CategoryState => {
  const counters = countersOfCategory(item, category);
  const { boxed = 0, configured, headroom, located = false } = counters;
  const evidenced = counters.evidence !== undefined;
  return { category, boxed, configured, headroom, evidenced, located };
};

/** So much is boxed; no counter means 0. */
export const boxedQuantityIs = (code: string, quantity: number): RowCondition => {
  const { boxed } = attributesOf(code);
  const same: RowCondition = { attribute: boxed, is: "=", value: quantity };
  return quantity === 0 ? { any: [{ absent: boxed }, same] } : same;
};

/** Changes how much of a category is boxed, and checks its cap. */
export const changeCategory = (
  code: string,
  delta: number,
  cap: CategoryCap,
  isConfigured: boolean,
): RowChange => {
  const { boxed, headroom } = attributesOf(code);
  const add = { [boxed]: delta };
  if (cap.rule === "fixed") {
    if (delta <= 0) return { add, when: [] };
    const most = cap.most - delta;
    const within: RowCondition = { attribute: boxed, is: "<=", value: most };
    return { add, when: [most >= 0 ? { any: [{ absent: boxed }, within] } : within] };
  }
  // A box has one entry of each attachment. Beyond the cap the condition never holds.
  if (cap.rule === "perBox")
    return { add, when: delta > cap.most ? [{ attribute: boxed, is: "<=", value: -1 }] : [] };
  if (cap.rule === "configured" && !isConfigured) return { add, when: [] };
  return {
    add: { ...add, [headroom]: -delta },
    when: delta > 0 ? [{ attribute: headroom, is: ">=", value: delta }] : [],
  };
};
