import type { Site } from "./schema.ts";

/** An answer to mend: where it stands in the profile, and what is wrong with it. */
export type Fault = { readonly path: string; readonly fault: string };

/** A rule between the answers of a profile, which types cannot see. */
export type Rule = (site: Site) => Fault[];

export const when = (wrong: boolean, path: string, fault: string): Fault[] => (wrong ? [{ path, fault }] : []);

/** The entries whose value an earlier entry has too; an entry is where it stands, and its value. */
export const repeated = (entries: readonly (readonly [string, string])[]): (readonly [string, string])[] =>
  entries.filter(([, value], at) => entries.findIndex(([, other]) => other === value) !== at);
