import type { Site } from "./schema.ts";

/** A wrong answer: its path in the profile, and what is wrong with it. */
export type SiteFault = readonly [path: string, fault: string];

/** A rule between the answers of a profile, which types cannot see. */
export type SiteRule = (site: Site) => Iterable<SiteFault>;

/** A fault for each path whose value an earlier one has already. */
export function* repeatedEntryFaults(
  entries: readonly (readonly [string, string])[],
  fault: (value: string) => string,
): Iterable<SiteFault> {
  for (const [at, [path, value]] of entries.entries())
    if (entries.findIndex(([, other]) => other === value) !== at) yield [path, fault(value)];
}

/** A fault for each value that is in the list already. */
export const repeatedItemFaults = (
  path: string,
  values: readonly string[],
  what = "",
): Iterable<SiteFault> =>
  repeatedEntryFaults(
    values.map((value) => [path, value] as const),
    (value) => `${what}"${value}" is there twice`,
  );
