import * as z from "zod";
import { apartNameFaults } from "./apart-names.ts";
import { pointAt } from "./open-points.ts";
import { plainSentence } from "./plain-sentence.ts";
import type { SiteFault } from "./rule.ts";
import { siteRules } from "./rules.ts";
import { Site } from "./schema.ts";

const isAnswered = (site: unknown, path: readonly PropertyKey[]): boolean =>
  path.reduce<unknown>(
    (part, name) => (part as Record<PropertyKey, unknown> | undefined)?.[name],
    site,
  ) !== undefined;

/** The faults of the shape that an answer was probably meant to have, if it fits none of several. */
const meantIssuesOf = (issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] => {
  if (issue.code !== "invalid_union") return [];
  return issue.errors.find((issues) => issues.every(({ path }) => path.length > 0)) ?? [];
};

/** The start of the fault of an answer that is missing. */
export const notAnswered = "is not answered";

/** What each form of an answer expects, if it fits none of several. */
const messageOf = (issue: z.core.$ZodIssue): string => {
  if (issue.code !== "invalid_union" || issue.message !== "Invalid input") return issue.message;
  const messages = issue.errors.flatMap(([first]) => first?.message ?? []);
  return messages.map((message) => message.replace("Invalid input: ", "")).join(", or ");
};

/** Faults of single answers, from an issue of the schema. */
export const shapeFaults = (
  site: unknown,
  issue: z.core.$ZodIssue,
  above: readonly PropertyKey[] = [],
): SiteFault[] => {
  const path = [...above, ...issue.path];
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => {
      const unknownPath = z.core.toDotPath([...path, key]);
      return [unknownPath, "is not an answer of the site schema; is it misspelt?"];
    });
  const meantIssues = meantIssuesOf(issue);
  if (meantIssues.length > 0) return meantIssues.flatMap((inner) => shapeFaults(site, inner, path));
  const { section, question } = pointAt(path) ?? {};
  const fault = isAnswered(site, path) ? messageOf(issue) : notAnswered;
  const withQuestion = question === undefined ? fault : `${fault} (${section}: ${question})`;
  return [[z.core.toDotPath(path), withQuestion]];
};

/** Faults of names and of single answers; if there are none, those between the answers. */
export const faultsOf = (site: unknown): SiteFault[] => {
  const apart = [...apartNameFaults(site)];
  if (apart.length > 0) return apart;
  const { data, error } = Site.safeParse(site, { error: plainSentence });
  return data
    ? siteRules.flatMap((rule) => [...rule(data)])
    : error.issues.flatMap((issue) => shapeFaults(site, issue));
};

const whereQuestionsAre =
  "docs/open-points.md explains each question. CHANGELOG.md lists those that are new, and the conventions that answer them.";

/** A profile whose file calls `defineSite` is checked there, and not again by what loads it. */
const faultlessSites = new WeakSet<Site>();

/** @throws Error that lists the faults of the profile, one a line */
export const checkSite = (site: Site): void => {
  if (faultlessSites.has(site)) return;
  const lines = faultsOf(site).map(([path, fault]) => `  ${path}: ${fault}`);
  if (lines.some((line) => line.includes(notAnswered))) lines.push(whereQuestionsAre);
  if (lines.length > 0)
    throw new Error(`The site profile "${site?.name}" cannot be used:\n${lines.join("\n")}`);
  faultlessSites.add(site);
};
