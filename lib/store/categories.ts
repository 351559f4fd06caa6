import * as z from "zod";
import type { Cap, CategoryState } from "../domain/attachment.ts";
import type { CategoryCounters } from "../domain/audit.ts";
import type { Change, Condition, Item } from "./expression.ts";
import { headroomOfCategory } from "./goods.ts";

/** The flat attributes of one category on the goods row; top level, for ADD works only there. */
export const attributesOf = (code: string) => ({
  boxed: `b_${code}`,
  configured: `c_${code}`,
  headroom: headroomOfCategory(code),
  /** The id of the operation that flipped evidence; absent while it is not real. */
  evidence: `e_${code}`,
  /** Present only while the attachment is located, so that a condition can ask for it. */
  located: `l_${code}`,
});

const Row = z.object({
  boxed: z.int().optional(),
  configured: z.int().optional(),
  headroom: z.int().optional(),
  evidence: z.string().optional(),
  located: z.boolean().optional(),
});

/** The categories that a goods row has, whether or not the site still lists them. */
export const categoriesIn = (item: Item): Set<string> =>
  new Set(Object.keys(item).flatMap((attribute) => /^[bchel]_(.+)$/s.exec(attribute)?.[1] ?? []));

/**
 * One category's part of a goods row, parsed.
 * @throws Error when an attribute holds what no write puts there
 */
export const countersOfCategory = (item: Item | undefined, category: string): CategoryCounters =>
  Row.parse(Object.fromEntries(Object.entries(attributesOf(category)).map(([name, attribute]) => [name, item?.[attribute]])));

/** The same as a state: what was never counted is 0. */
export const stateOfCategory = (item: Item | undefined, category: string): CategoryState => {
  const { boxed = 0, configured, headroom, evidence, located = false } = countersOfCategory(item, category);
  return {
    category,
    boxed,
    configured,
    headroom,
    evidenced: evidence !== undefined,
    located,
  };
};

/**
 * A change of what is boxed of a category, with its cap (store.md: each rule in one round trip). `cap.quantity` is a scaled integer.
 * An increase asserts the headroom; under `configured` the headroom is kept only while the category is configured.
 */
export const moveCategory = (code: string, delta: number, cap: Cap, configured: boolean): Change => {
  const { boxed, headroom } = attributesOf(code);
  const add = { [boxed]: delta, rev: 1 };
  if (cap.rule === "fixed") {
    const most = cap.quantity - delta;
    // Nothing is boxed yet is as good as 0, but only if the delta alone is within the cap.
    const within: Condition = { attribute: boxed, is: "<=", value: most };
    return { add, when: delta > 0 ? [most >= 0 ? { any: [{ absent: boxed }, within] } : within] : [] };
  }
  if (cap.rule === "configured" && !configured) return { add, when: [] };
  return { add: { ...add, [headroom]: -delta }, when: delta > 0 ? [{ attribute: headroom, is: ">=", value: delta }] : [] };
};
