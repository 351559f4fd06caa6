import { drawn } from "../../commands/replay/storm.ts";
import type { Fault, Faults } from "../support/faulty-endpoint.ts";
import { byWeight } from "./plan.ts";

/** A scanner's request is not sent, cut off while it runs, its answer lost, sent twice at once, or sent again much later. */
export type Mishap = "before" | "cut" | "lost" | "twin" | "late";

/** By weight; two in five lose the answer of what was done. */
const engineFaults: readonly (readonly [Exclude<Fault["kind"], "held" | "echo">, number])[] = [
  ["answerLost", 40],
  ["half", 8],
  ["errorAfter", 6],
  ["delay", 9],
  ["drop", 7],
  ["error", 6],
  ["throttle", 8],
  ["conflict", 10],
  ["oneReason", 6],
];

const mishaps: readonly (readonly [Mishap, number])[] = [
  ["lost", 35],
  ["cut", 25],
  ["twin", 15],
  ["late", 15],
  ["before", 10],
];

// Not what a stage does as it starts.
const spoiled = new Set(["TransactWriteItems", "PutItem", "GetItem", "BatchGetItem", "Query"]);

/** Milliseconds: past the second after which the service tries again, and within its time for a request. */
const longestDelay = 3_000;

/** The faults of a seed, by the number of the request; all are counted, and those after which something is done without an answer. */
export const faultsOf = (seed: number, share: number) => {
  const counts = { faults: 0, lostAnswers: 0 };
  const count = (kind: string) => {
    counts.faults += 1;
    if (/^(answerLost|half|errorAfter|lost|cut)$/.test(kind)) counts.lostAnswers += 1;
  };
  let requests = 0;
  const engine: Faults = (operation) => {
    if (!spoiled.has(operation)) return undefined;
    requests += 1;
    const draw = (what: string) => drawn(seed, `engine ${requests} ${what}`);
    if (draw("share") >= share) return undefined;
    const kind = byWeight(engineFaults, draw("kind"));
    const transaction = operation === "TransactWriteItems";
    if (kind === "oneReason" && !transaction) return undefined;
    const met = kind === "conflict" && !transaction ? "throttle" : kind;
    count(met);
    return met === "delay" ? { kind: met, ms: longestDelay * draw("ms") ** 2 } : { kind: met };
  };
  const scanner = (what: string): Mishap | undefined => {
    if (drawn(seed, `scanner ${what}`) >= share * 0.8) return undefined;
    const mishap = byWeight(mishaps, drawn(seed, `mishap ${what}`));
    count(mishap);
    return mishap;
  };
  return { counts, engine, scanner };
};
