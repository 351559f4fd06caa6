import { expect, test } from "vitest";
import type { Answer } from "../../commands/replay/scanner.ts";
import { brokenPromises, drawn, shuffled } from "../../commands/replay/storm.ts";

const first: Answer = { text: "{}", replayed: false, attempts: 1 };
const again: Answer = { ...first, replayed: true };
const refusal: Answer = { ...first, text: '{"status":409}', code: "DUPLICATE_BOX_ITEM" };

test.each<[string, Answer[], RegExp?]>([
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

test("the same run makes the same storm, another run another, and the share is about as asked", () => {
  const keys = Array.from({ length: 2_000 }, (_, at) => ({ key: `replay-aw-box-PO4-${at}` }));
  const taken = keys.filter(({ key }) => drawn("aw", key) < 0.2).length;
  expect(Math.abs(taken - 400)).toBeLessThan(100);
  expect(shuffled(keys, "aw")).toEqual(shuffled(keys, "aw"));
  expect(shuffled(keys, "aw")).not.toEqual(shuffled(keys, "other"));
});
