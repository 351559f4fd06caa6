import * as z from "zod";
import { pointAt } from "./open-points.ts";
import type { SiteFault } from "./rule.ts";
import { siteRules } from "./rules.ts";
import { Site } from "./schema.ts";

const isAnswered = (site: unknown, path: readonly PropertyKey[]): boolean =>
  path.reduce<unknown>(
    (part, name) => (part as Record<PropertyKey, unknown> | undefined)?.[name],
    site,
  ) !== undefined;

/** Where answers went that a profile of 0.2.0 has. */
const movedAnswers: Readonly<Record<string, string>> = {
  "auth.keysIn": "is no answer any more: no stack makes keys, npm run keys does (docs/upgrade.md)",
  docs: "is a setting of the deployment now: docs in cdk.json, false or a path (docs/upgrade.md)",
  "deployment.functions":
    "is a setting of the deployment now: functions in cdk.json (docs/upgrade.md)",
  "deployment.authorizers":
    "is a setting of the deployment now: authorizers in cdk.json (docs/upgrade.md)",
  "location.shards":
    "is no answer any more: all places are in one partition, after the steps in docs/upgrade.md",
  "erp.lookupTimeout": "is no answer any more: a look-up takes at most 1.2 s (docs/how-far.md)",
};

/** An answer that fits none of several shapes is judged by the one that it was probably meant to have. */
export const shapeFaults = (
  site: unknown,
  issue: z.core.$ZodIssue,
  above: readonly PropertyKey[] = [],
): SiteFault[] => {
  const at = [...above, ...issue.path];
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => {
      const path = z.core.toDotPath([...at, key]);
      return [path, movedAnswers[path] ?? "is not asked; is it misspelt?"];
    });
  const meant =
    issue.code === "invalid_union"
      ? issue.errors.find((issues) => issues.every(({ path }) => path.length > 0))
      : undefined;
  if (meant?.length) return meant.flatMap((inner) => shapeFaults(site, inner, at));
  const { section, question } = pointAt(at) ?? {};
  const fault = isAnswered(site, at) ? issue.message : "is not answered";
  const path = z.core.toDotPath([...at]);
  return [[path, question === undefined ? fault : `${fault} (${section}: ${question})`]];
};

/** Faults of single answers; if there are none, those between the answers. */
export const faultsOf = (site: unknown): SiteFault[] => {
  const { data, error } = Site.safeParse(site);
  return data
    ? siteRules.flatMap((rule) => [...rule(data)])
    : error.issues.flatMap((issue) => shapeFaults(site, issue));
};

/** Whoever loads a profile checks it again, also where its file calls `defineSite`. */
const faultlessSites = new WeakSet<Site>();

/** @throws Error that lists the faults of the profile, one in a line */
export const checkSite = (site: Site): void => {
  if (faultlessSites.has(site)) return;
  const lines = faultsOf(site).map(([path, fault]) => `  ${path}: ${fault}`);
  if (lines.length > 0)
    throw new Error(`The site profile "${site?.name}" cannot be used:\n${lines.join("\n")}`);
  faultlessSites.add(site);
};
