import { hash } from "node:crypto";
import type { WriteAnswer } from "../contract/scanner.ts";

/** A number from 0 to 1 that depends on the key alone. */
export const shareOfKey = (key: string): number =>
  hash("sha256", key, "buffer").readUInt32BE(0) / 2 ** 32;

/** What is wrong with the answers to one write that was sent several times: they must be the same, and at most one of them the first. */
export const brokenPromises = (key: string, answers: readonly WriteAnswer[]): string[] => {
  const different = new Set(answers.map(({ text }) => text));
  if (different.size > 1)
    return [`${key}: the answers to one request differ: ${[...different].join(" | ")}`];
  // A refusal is not marked when it is given again.
  if (answers.some(({ refusal }) => refusal)) return [];
  const first = answers.filter(({ replayed }) => !replayed).length;
  return first > 1
    ? [`${key}: ${first} of ${answers.length} answers are not marked as replays`]
    : [];
};
