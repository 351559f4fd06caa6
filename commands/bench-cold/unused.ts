import type { Unused } from "../bench/steps.ts";

/** The names of one start, which no other has. */
export const unusedIn = (start: number): Unused => {
  const named = (head: string) => Array.from({ length: 5 }, (_, at) => `${head}${start}-${at}`);
  return { goods: named("PO"), boxes: named("BX"), locations: named("L") };
};
