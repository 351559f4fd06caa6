import { expect } from "vitest";

const { testPath = "" } = expect.getState();

/** How often a property that sends requests is tried: a third of `long`, unless a `*.long.test.ts` imports its file. */
export const runs = (long: number): number =>
  testPath.endsWith(".long.test.ts") ? long : Math.ceil(long / 3);

/** Whether a `*.slow.test.ts` runs. */
export const isSlow = testPath.endsWith(".slow.test.ts");

/** A `*.long.test.ts` has a few of these, and the `*.slow.test.ts` that imports it has all. */
export const fewOf = <Value>(all: readonly Value[], few: readonly number[]): readonly Value[] =>
  isSlow ? all : all.filter((_, at) => few.includes(at));
