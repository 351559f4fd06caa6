import { hash } from "node:crypto";
import type { WriteAnswer } from "../contract/scanner.ts";

/** A number from 0 to 1 that depends only on the key. */
export const shareOfKey = (key: string): number =>
  hash("sha256", key, "buffer").readUInt32BE(0) / 2 ** 32;

/** The faults in the answers to a write that was sent several times. All answers must be equal, and at most one may not be a replay. */
export const brokenPromises = (key: string, answers: readonly WriteAnswer[]): string[] => {
  const texts = new Set(answers.map(({ text }) => text));
  if (texts.size > 1)
    return [`${key}: the answers to one request differ: ${[...texts].join(" | ")}`];
  // A repeated refusal is not marked as a replay.
  if (answers.some(({ refusal }) => refusal)) return [];
  const firstAnswers = answers.filter(({ replayed }) => !replayed).length;
  return firstAnswers > 1
    ? [`${key}: ${firstAnswers} of ${answers.length} answers are not marked as replays`]
    : [];
};
