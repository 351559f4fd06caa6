import { expect, test } from "vitest";
import type { WriteAnswer } from "../../commands/contract/scanner.ts";
import { brokenPromises, shareOfKey } from "../../commands/replay/storm.ts";

const first: WriteAnswer = { text: "{}", replayed: false };
const again: WriteAnswer = { ...first, replayed: true };
const refusal: WriteAnswer = {
  ...first,
  refusal: { error_code: "DUPLICATE_BOX_ITEM", message: "" },
};

test.each<[string, WriteAnswer[], RegExp?]>([
  ["one first answer and any number of replays of it keep the promise", [again, first, again]],
  ["the first may have been of an earlier replay, or lost", [again, again]],
  ["a refusal is the same each time", [refusal, refusal]],
  ["an answer that differs is named", [first, { ...again, text: "[]" }], /differ: \{\} \| \[\]$/],
  [
    "a write that was recorded twice is found",
    [first, first, again],
    /2 of 3 answers are not marked as replays/,
  ],
])("%s", (_, answers, sentence) => {
  const broken = brokenPromises("replay-aw-box-PO4-5", answers);
  expect(broken).toEqual(sentence ? [expect.stringMatching(sentence)] : []);
});

test("a storm takes about the share that is asked", () => {
  const keys = Array.from({ length: 2_000 }, (_, at) => `replay-aw-box-PO4-${at}`);
  const taken = keys.filter((key) => shareOfKey(key) < 0.2);
  expect(Math.abs(taken.length - 400)).toBeLessThan(100);
});
