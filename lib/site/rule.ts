import type { Site } from "./schema.ts";

/** A wrong answer: its path in the profile, and what is wrong with it. */
export type SiteFault = readonly [path: string, fault: string];

/** A rule between the answers of a profile, which types cannot see. */
export type SiteRule = (site: Site) => Iterable<SiteFault>;

/** A fault for each path whose value an earlier one has already. */
export function* repeatedEntryFaults(
  entries: readonly (readonly [string, string])[],
  faultOf: (value: string) => string,
): Iterable<SiteFault> {
  for (const [index, [path, value]] of entries.entries())
    if (entries.findIndex(([, other]) => other === value) !== index) yield [path, faultOf(value)];
}

/** A fault for each item that is in the list already; the sentence begins with `kind`. */
export const repeatedItemFaults = (
  path: string,
  items: readonly string[],
  kind = "",
): Iterable<SiteFault> =>
  repeatedEntryFaults(
    items.map((item) => [path, item] as const),
    (item) => `${kind}"${item}" is there twice`,
  );
