import { expect } from "vitest";

const { testPath = "" } = expect.getState();

/** How often a property that sends requests is tried: a third of `long`, unless a `*.long.test.ts` imports its file. */
export const runs = (long: number): number =>
  testPath.endsWith(".long.test.ts") ? long : Math.ceil(long / 3);
