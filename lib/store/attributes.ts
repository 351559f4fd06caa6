import * as z from "zod";
import type { Item } from "./expression.ts";

/** One category's part of a goods row; quantities are scaled integers. */
export const CategoryRow = z.object({
  boxed: z.int().optional(),
  configured: z.int().optional(),
  /** What may still be boxed before the cap, where it is kept. */
  headroom: z.int().optional(),
  /** The id of the operation that flipped evidence; absent while it is not real. */
  evidence: z.string().optional(),
  /** Present only while the attachment is located, so that a condition can ask for it. */
  located: z.boolean().optional(),
});
export type CategoryRow = z.output<typeof CategoryRow>;

const prefixes = { boxed: "b", configured: "c", headroom: "h", evidence: "e", located: "l" } as const satisfies Record<
  keyof CategoryRow,
  string
>;
const names = Object.entries(prefixes) as [keyof CategoryRow, string][];

/** The flat attributes of one category on the goods row; top level, for ADD works only there. */
export const attributesOf = (code: string) =>
  Object.fromEntries(names.map(([name, prefix]) => [name, `${prefix}_${code}`])) as Record<keyof CategoryRow, string>;

/** The parts of all categories that a goods row has, as they are stored: the way back from `attributesOf`. */
export const categoriesIn = (goods: Item): Map<string, Item> => {
  const parts = new Map<string, Item>();
  for (const [attribute, value] of Object.entries(goods)) {
    const [, prefix, category = ""] = /^([a-z])_(.+)$/s.exec(attribute) ?? [];
    const name = names.find(([, one]) => one === prefix)?.[0];
    if (name) parts.set(category, { ...parts.get(category), [name]: value });
  }
  return parts;
};
