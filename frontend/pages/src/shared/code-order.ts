import { spokenFormats } from "./language.ts";

/** Sorts by code in natural order: L1-A-2 comes before L1-A-10. */
export const sortByCode = <One>(items: readonly One[], codeOf: (item: One) => string): One[] =>
  items.toSorted((one, other) => spokenFormats.codes.compare(codeOf(one), codeOf(other)));
