import { expect, test } from "vitest";
import type { Answer } from "../../commands/replay/client.ts";
import { brokenPromises, drawn, shuffled } from "../../commands/replay/storm.ts";

const answer = (over: Partial<Answer> = {}): Answer => ({ status: 201, body: "{}", replayed: false, retries: 0, ms: 1, ...over });
const replayed = (over: Partial<Answer> = {}) => answer({ replayed: true, ...over });
const broken = (answers: Answer[], mayBeKnown = false) => brokenPromises("replay-aw-box-PO4-5", answers, mayBeKnown);

test("one first answer and any number of replays of it keep the promise", () => {
  expect(broken([replayed(), answer(), replayed()])).toEqual([]);
});

test("an answer that is not the first one's is named, with both", () => {
  expect(broken([answer(), replayed({ body: '{"quantity":6}' })])).toEqual([
    'replay-aw-box-PO4-5: the answers to one request differ: 201 {} | 201 {"quantity":6}',
  ]);
});

test("a write that was recorded twice is found", () => {
  expect(broken([answer(), answer(), replayed()])[0]).toContain("it was recorded 2 times");
});

test("only replays are wrong for a new store, and right for a store that may have the run, or after a lost answer", () => {
  const answers = [replayed(), replayed()];
  expect(broken(answers)[0]).toContain("none was the first");
  expect(broken(answers, true)).toEqual([]);
  expect(broken([replayed({ retries: 1 }), replayed()])).toEqual([]);
});

test("a refusal is the same each time, marked as a replay or not", () => {
  expect(broken([answer({ status: 400 }), answer({ status: 400 })])).toEqual([]);
  expect(broken([answer({ status: 409 }), replayed({ status: 409 })])).toEqual([]);
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
