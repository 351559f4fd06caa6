import type { Site } from "./schema.ts";

/** A wrong answer: its path in the profile, and what is wrong with it. */
export type Fault = { readonly path: string; readonly fault: string };

/** A rule between the answers of a profile, which types cannot see. */
export type Rule = (site: Site) => Fault[];

export const when = (wrong: boolean, path: string, fault: string): Fault[] => (wrong ? [{ path, fault }] : []);

/** The entries whose value an earlier entry has already. An entry is a path and its value. */
export const repeated = (entries: readonly (readonly [string, string])[]): (readonly [string, string])[] =>
  entries.filter(([, value], at) => entries.findIndex(([, other]) => other === value) !== at);
