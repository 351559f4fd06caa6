/** How a text came: by keys at a hand's pace, by keys too quick for a hand, by the camera, or typed into the page's own field. */
export type ReadBy = "keys" | "quick" | "camera" | "typed";

/** Where a number comes from: a worker's hand, or perhaps another label on the goods. */
export type NumberFrom = "hand" | "label";

/** The number in a text, and where it comes from. A person writes no leading zero but the one before the decimal sign. */
export const numberIn = (
  text: string,
  by: ReadBy,
): { readonly digits: string; readonly from: NumberFrom } | undefined => {
  const digits = text.replace(",", ".");
  if (!/^\d+(\.\d+)?$/.test(digits)) return undefined;
  const isByHand = (by === "keys" || by === "typed") && !/^0\d/.test(digits);
  return { digits: String(Number(digits)), from: isByHand ? "hand" : "label" };
};

/** Whether a number needs a touch before it is saved. `isAbove`: it is above what is ordered or configured. The page's own keys are a touch. */
export const asksForTouch = (from: NumberFrom | undefined, isAbove: boolean): boolean =>
  from === "label" || (from === "hand" && isAbove);
