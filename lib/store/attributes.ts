import * as z from "zod/mini";
import type { Item } from "./expression.ts";

const CategoryCounters = z.object({
  boxed: z.optional(z.int()),
  configured: z.optional(z.int()),
  /** What may still be boxed before the cap is reached; only where the site's rule keeps it. */
  headroom: z.optional(z.int()),
  /** The id of the operation that flipped evidence; absent while it is not real. */
  evidence: z.optional(z.string()),
  /** Only there while the attachment is located, so that a condition can test it. */
  located: z.optional(z.boolean()),
});
/** One category's part of a goods row; quantities are scaled integers. */
export type CategoryCounters = z.output<typeof CategoryCounters>;

type Attributes = Readonly<Record<keyof CategoryCounters, string>>;

/** The attributes of one category on the goods row. They are flat, because ADD works only at the top level. */
export const attributesOf = (code: string): Attributes => ({
  boxed: `b_${code}`,
  configured: `c_${code}`,
  headroom: `h_${code}`,
  evidence: `e_${code}`,
  located: `l_${code}`,
});

/** The categories that a goods row has, whether or not the site still lists them. */
export const categoriesIn = (item: Item): Set<string> =>
  new Set(Object.keys(item).flatMap((attribute) => /^[bchel]_(.+)$/s.exec(attribute)?.[1] ?? []));

/** The site's categories in its order; then those that it has given up but goods still have, in their row or with one of these places. */
export const codesOf = (
  goods: Item | undefined,
  {
    attachment: { categories },
  }: { readonly attachment: { readonly categories: readonly { readonly code: string }[] } },
  placed: readonly { readonly category?: string }[] = [],
): string[] => {
  const stored = [...categoriesIn(goods ?? {}), ...placed.flatMap(({ category = [] }) => category)];
  return [...new Set([...categories.map(({ code }) => code), ...stored.sort()])];
};

/** One category's part of a goods row. @throws Error when an attribute has a value that this service never writes */
export const countersOfCategory = (item: Item | undefined, category: string): CategoryCounters =>
  CategoryCounters.parse(
    Object.fromEntries(
      Object.entries(attributesOf(category)).map(([name, attribute]) => [name, item?.[attribute]]),
    ),
  );
