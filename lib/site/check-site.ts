import * as z from "zod";
import { rules } from "./rules.ts";
import { Site } from "./schema.ts";

/** An answer to mend: where it stands in the profile, and what is wrong with it. */
export type Fault = { readonly path: string; readonly fault: string };

/** Every fault of a profile: first of its shape, and if that is right, of the rules between its answers. */
export const faultsOf = (site: unknown): Fault[] => {
  const result = Site.safeParse(site);
  if (!result.success) return result.error.issues.map((issue) => ({ path: z.core.toDotPath(issue.path), fault: issue.message }));
  return rules.flatMap((rule) => rule(result.data));
};

/** @throws Error that lists every fault of the profile, a line each */
export const checkSite = (site: Site): void => {
  const faults = faultsOf(site);
  if (faults.length === 0) return;
  const lines = faults.map(({ path, fault }) => `  ${path}: ${fault}`);
  throw new Error(`The site profile "${site?.name}" cannot be used:\n${lines.join("\n")}`);
};
