import { expect, test } from "vitest";
import type { Answer } from "../../commands/replay/scanner.ts";
import { brokenPromises, drawn, shuffled } from "../../commands/replay/storm.ts";

const first: Answer = { text: "{}", replayed: false, attempts: 1 };
const again: Answer = { ...first, replayed: true };
const refusal: Answer = { ...first, text: '{"status":409}', code: "DUPLICATE_BOX_ITEM" };

test.each<[string, Answer[], RegExp?]>([
  ["one first answer and any number of replays of it keep the promise", [again, first, again]],
  ["a refusal is the same each time", [refusal, refusal]],
  ["an answer that differs is named", [first, { ...again, text: "[]" }], /differ: \{\} \| \[\]$/],
  [
    "a write that was recorded twice is found",
    [first, first, again],
    /2 of 3 answers are not marked as replays/,
  ],
  ["only replays are wrong for a new store", [again, again], /none was the first/],
])("%s", (_, answers, sentence) => {
  const broken = brokenPromises("replay-aw-box-PO4-5", answers, false);
  expect(broken).toEqual(sentence ? [expect.stringMatching(sentence)] : []);
});

test("only replays are right for a store that may have the run", () => {
  expect(brokenPromises("replay-aw-box-PO4-5", [again, again], true)).toEqual([]);
});

test("the same seed makes the same storm, another seed another, and the share is about as asked", () => {
  const keys = Array.from({ length: 2_000 }, (_, at) => ({ key: `replay-aw-box-PO4-${at}` }));
  const taken = keys.filter(({ key }) => drawn(1, key) < 0.2).length;
  expect(Math.abs(taken - 400)).toBeLessThan(100);
  expect(shuffled(keys, 1)).toEqual(shuffled(keys, 1));
  expect(shuffled(keys, 1)).not.toEqual(shuffled(keys, 2));
});
