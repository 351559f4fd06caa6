import type { Site } from "./schema.ts";

/** A wrong answer: its path in the profile, and what is wrong with it. */
export type Fault = { readonly path: string; readonly fault: string };

/** A rule between the answers of a profile, which types cannot see. */
export type Rule = (site: Site) => Fault[];

export const when = (wrong: boolean, path: string, fault: string): Fault[] =>
  wrong ? [{ path, fault }] : [];

/** A fault for each entry whose value an earlier entry has already. An entry is a path and its value. */
export const repeated = (
  entries: readonly (readonly [string, string])[],
  fault: (value: string) => string,
): Fault[] =>
  entries.flatMap(([path, value], at) =>
    when(entries.findIndex(([, other]) => other === value) !== at, path, fault(value)),
  );

/** A fault for each value of a list that is in it already. */
export const twice = (
  path: string,
  values: readonly string[],
  fault = (value: string) => `"${value}" stands twice`,
): Fault[] =>
  repeated(
    values.map((value) => [path, value] as const),
    fault,
  );
