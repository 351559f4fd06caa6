import { expect } from "vitest";

const { testPath = "" } = expect.getState();

/** Number of runs of a property that sends requests: `long` if a `*.long.test.ts` imports its file, otherwise a third. */
export const runs = (long: number): number =>
  testPath.endsWith(".long.test.ts") ? long : Math.ceil(long / 3);

/** Whether this test file is a `*.slow.test.ts`. */
export const isSlow = testPath.endsWith(".slow.test.ts");

/** A `*.long.test.ts` takes a few of these values. The `*.slow.test.ts` that imports it takes all. */
export const fewOf = <Value>(all: readonly Value[], few: readonly number[]): readonly Value[] =>
  isSlow ? all : all.filter((_, at) => few.includes(at));
