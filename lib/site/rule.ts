import type { Site } from "./schema.ts";

/** A wrong answer: its path in the profile, and what is wrong with it. */
export type Fault = readonly [path: string, fault: string];

/** A rule between the answers of a profile, which types cannot see. */
export type Rule = (site: Site) => Iterable<Fault>;

/** A fault for each path whose value an earlier one has already. */
export function* repeated(
  entries: readonly (readonly [string, string])[],
  fault: (value: string) => string,
): Iterable<Fault> {
  for (const [at, [path, value]] of entries.entries())
    if (entries.findIndex(([, other]) => other === value) !== at) yield [path, fault(value)];
}

/** A fault for each value that is in the list already. */
export const twice = (path: string, values: readonly string[], what = ""): Iterable<Fault> =>
  repeated(
    values.map((value) => [path, value] as const),
    (value) => `${what}"${value}" is there twice`,
  );
