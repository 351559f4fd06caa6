import { hash } from "node:crypto";
import type { Answer } from "./scanner.ts";

/** A number from 0 to 1 that depends on the seed and the text alone, so that a storm can be repeated whatever the order of its requests. */
export const drawn = (seed: number, text: string): number =>
  hash("sha256", `${seed} ${text}`, "buffer").readUInt32BE(0) / 2 ** 32;

/** The items in an order that the seed decides. */
export const shuffled = <Item extends { readonly key: string }>(
  items: readonly Item[],
  seed: number,
): Item[] =>
  items.toSorted(
    (one, other) => drawn(seed, `order ${one.key}`) - drawn(seed, `order ${other.key}`),
  );

/**
 * What is wrong with the answers to one write that was sent several times: they must be the same, and exactly one of them the first. The
 * store may have had the write before if `mayBeKnown`.
 */
export const brokenPromises = (
  key: string,
  answers: readonly Answer[],
  mayBeKnown: boolean,
): string[] => {
  const different = new Set(answers.map(({ text }) => text));
  if (different.size > 1)
    return [`${key}: the answers to one request differ: ${[...different].join(" | ")}`];
  // A refusal is not marked when it is given again.
  if (answers.some(({ code }) => code !== undefined)) return [];
  const first = answers.filter(({ replayed }) => !replayed).length;
  if (first > 1) return [`${key}: ${first} of ${answers.length} answers are not marked as replays`];
  // A write without an answer that was sent again may have been the first.
  const unknown = mayBeKnown || answers.some(({ attempts }) => attempts > 1);
  return first === 0 && !unknown
    ? [`${key}: every answer is marked as a replay, but none was the first`]
    : [];
};
