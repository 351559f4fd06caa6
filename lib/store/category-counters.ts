import type { CategoryState } from "../domain/attachment.ts";
import type { Cap } from "../domain/attachment-cap.ts";
import { attributesOf, countersOfCategory } from "./attributes.ts";
import type { Change, Condition, Item } from "./expression.ts";

/** The state of one category of goods; a counter that is not there is 0. */
export const stateOfCategory = (item: Item | undefined, category: string): CategoryState => {
  const {
    boxed = 0,
    configured,
    headroom,
    evidence,
    located = false,
  } = countersOfCategory(item, category);
  return { category, boxed, configured, headroom, evidenced: evidence !== undefined, located };
};

/** So much of a category is boxed; no counter yet means 0. */
export const boxedIs = (code: string, quantity: number): Condition => {
  const { boxed } = attributesOf(code);
  const same: Condition = { attribute: boxed, is: "=", value: quantity };
  return quantity === 0 ? { any: [{ absent: boxed }, same] } : same;
};

/**
 * Changes how much of a category is boxed, and checks its cap, all in one round trip.
 * An increase needs enough headroom. Under the rule `configured` there is a headroom only while the category is configured.
 */
export const moveCategory = (
  code: string,
  delta: number,
  cap: Cap,
  configured: boolean,
): Change => {
  const { boxed, headroom } = attributesOf(code);
  const add = { [boxed]: delta };
  if (cap.rule === "fixed") {
    const most = cap.most - delta;
    // No counter yet means 0; then the quantity alone must be within the cap.
    const within: Condition = { attribute: boxed, is: "<=", value: most };
    return {
      add,
      when: delta > 0 ? [most >= 0 ? { any: [{ absent: boxed }, within] } : within] : [],
    };
  }
  // A box has one entry of each attachment, so the entry itself must be within the cap. A counter is never negative: the save is refused.
  if (cap.rule === "perBox")
    return { add, when: delta > cap.most ? [{ attribute: boxed, is: "<=", value: -1 }] : [] };
  if (cap.rule === "configured" && !configured) return { add, when: [] };
  return {
    add: { ...add, [headroom]: -delta },
    when: delta > 0 ? [{ attribute: headroom, is: ">=", value: delta }] : [],
  };
};
