import { expect, test } from "vitest";
import type { Answer } from "../../commands/replay/scanner.ts";
import { brokenPromises, drawn, shuffled } from "../../commands/replay/storm.ts";

const answer = (over: Partial<Answer> = {}): Answer => ({
  text: "{}",
  replayed: false,
  attempts: 1,
  ...over,
});
const replayed = (over: Partial<Answer> = {}) => answer({ replayed: true, ...over });
const broken = (answers: Answer[], mayBeKnown = false) =>
  brokenPromises("replay-aw-box-PO4-5", answers, mayBeKnown);

test("one first answer and any number of replays of it keep the promise", () => {
  expect(broken([replayed(), answer(), replayed()])).toEqual([]);
});

test("an answer that is not the first one's is named, with both", () => {
  expect(broken([answer(), replayed({ text: '{"quantity":6}' })])).toEqual([
    'replay-aw-box-PO4-5: the answers to one request differ: {} | {"quantity":6}',
  ]);
});

test("a write that was recorded twice is found", () => {
  expect(broken([answer(), answer(), replayed()])[0]).toContain("it was recorded 2 times");
});

test("only replays are wrong for a new store, and right for a store that may have the run", () => {
  const answers = [replayed(), replayed()];
  expect(broken(answers)[0]).toContain("none was the first");
  expect(broken(answers, true)).toEqual([]);
});

test("what was told as unknown and then as known is what it is: one of the answers may have been the first, and lost", () => {
  expect(broken([replayed({ attempts: 2 }), replayed()])).toEqual([]);
});

test("a refusal is the same each time", () => {
  const refusal = { text: '{"status":409}', code: "DUPLICATE_BOX_ITEM" };
  expect(broken([answer(refusal), answer(refusal)])).toEqual([]);
  expect(broken([answer(refusal), answer()])[0]).toContain("differ");
});

test("the same seed makes the same storm, another seed another, and the share is about as asked", () => {
  const keys = Array.from({ length: 2_000 }, (_, at) => ({ key: `replay-aw-box-PO4-${at}` }));
  const taken = (seed: number) => keys.filter(({ key }) => drawn(seed, key) < 0.2).length;
  expect(taken(1)).toBeGreaterThan(300);
  expect(taken(1)).toBeLessThan(500);
  expect(shuffled(keys, 1)).toEqual(shuffled(keys, 1));
  expect(shuffled(keys, 1)).not.toEqual(shuffled(keys, 2));
  expect(shuffled(keys, 1)).not.toEqual(keys);
});
