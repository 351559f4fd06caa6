import type { Cap, CategoryState } from "../domain/attachment.ts";
import { attributesOf, countersOfCategory } from "./attributes.ts";
import type { Change, Condition, Item } from "./expression.ts";

/** One category of goods as a state: what was never counted is 0. */
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
 * A change of what is boxed of a category, with its cap (store.md: each rule in one round trip).
 * An increase asserts the headroom; under `configured` the headroom is kept only while the category is configured.
 */
export const moveCategory = (code: string, delta: number, cap: Cap, configured: boolean): Change => {
  const { boxed, headroom } = attributesOf(code);
  const add = { [boxed]: delta };
  if (cap.rule === "fixed") {
    const most = cap.most - delta;
    // Nothing is boxed yet is as good as 0, but only if the delta alone is within the cap.
    const within: Condition = { attribute: boxed, is: "<=", value: most };
    return { add, when: delta > 0 ? [most >= 0 ? { any: [{ absent: boxed }, within] } : within] : [] };
  }
  if (cap.rule === "configured" && !configured) return { add, when: [] };
  return { add: { ...add, [headroom]: -delta }, when: delta > 0 ? [{ attribute: headroom, is: ">=", value: delta }] : [] };
};
