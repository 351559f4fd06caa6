import { createHash } from "node:crypto";
import type { Answer } from "./client.ts";

/**
 * A number from 0 to 1 that depends on the seed and the text alone: a storm is the same storm whenever it is repeated, in
 * whatever order the requests happen to run.
 */
export const drawn = (seed: number, text: string): number =>
  createHash("sha256").update(`${seed} ${text}`).digest().readUInt32BE(0) / 2 ** 32;

/** The items in an order that the seed decides. */
export const shuffled = <Item extends { readonly key: string }>(items: readonly Item[], seed: number): Item[] =>
  items
    .map((item) => ({ item, at: drawn(seed, `order ${item.key}`) }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);

const shown = ({ status, body }: Answer) => `${status} ${body}`;

/**
 * What is wrong with the answers to one write that was sent several times: they must be the same, and of those that record
 * something exactly one may be the first. `mayBeKnown` says that the store may have had the write from before.
 */
export const brokenPromises = (key: string, answers: readonly Answer[], mayBeKnown: boolean): string[] => {
  const different = new Set(answers.map(shown));
  if (different.size > 1) return [`${key}: the answers to one request differ: ${[...different].join(" | ")}`];
  const recorded = answers.filter(({ status }) => status >= 200 && status < 300);
  const first = answers.filter(({ replayed }) => !replayed).length;
  // A refusal of the key is marked when it is given again; one of the request alone never is.
  if (recorded.length === 0) return [];
  if (first > 1) return [`${key}: ${first} of ${answers.length} answers are not marked as replays, so it was recorded ${first} times`];
  // The answer that was lost on its way may be the one without the mark.
  const lost = mayBeKnown || answers.some(({ retries }) => retries > 0);
  return first === 0 && !lost ? [`${key}: every answer is marked as a replay, but none was the first`] : [];
};
