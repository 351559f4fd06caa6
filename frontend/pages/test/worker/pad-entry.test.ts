import { expect, test } from "vitest";
import { asksForTouch, numberIn, type ReadBy } from "../../src/worker/scan/pad-entry.ts";

test.each<readonly [string, ReadBy, string, string]>([
  ["12", "keys", "12", "hand"],
  ["12", "typed", "12", "hand"],
  ["12", "quick", "12", "label"],
  ["7", "camera", "7", "label"],
  ["012", "keys", "12", "label"],
  ["0.5", "keys", "0.5", "hand"],
  ["0,5", "keys", "0.5", "hand"],
  ["00.5", "typed", "0.5", "label"],
])("the number in %s, read by %s, is %s from a %s", (text, by, digits, from) => {
  expect(numberIn(text, by)).toEqual({ digits, from });
});

test.each(["", "PO4-1", "1.", "1.2.3", "-1", "1e3", "１２"])("there is no number in %j", (text) => {
  expect(numberIn(text, "keys")).toBeUndefined();
});

test("a number asks for a touch if it may be a label's, or is too high", () => {
  for (const isAbove of [false, true]) {
    expect(asksForTouch("label", isAbove)).toBe(true);
    expect(asksForTouch("hand", isAbove)).toBe(isAbove);
    expect(asksForTouch(undefined, isAbove)).toBe(false);
  }
});
