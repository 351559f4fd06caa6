import { expect } from "vitest";

const { testPath = "" } = expect.getState();

/**
 * How often a property that sends requests is tried: so often in the long run, a third of that in the short one. A `*.long.test.ts` that
 * imports the short file makes it a long one.
 */
export const runs = (long: number): number =>
  testPath.endsWith(".long.test.ts") ? long : Math.ceil(long / 3);
