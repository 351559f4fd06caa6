import * as z from "zod";
import { pointAt } from "./open-points.ts";
import type { Fault } from "./rule.ts";
import { rules } from "./rules.ts";
import { Site } from "./schema.ts";

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

const dotted = (path: Path) => z.core.toDotPath([...path]);

const answered = (site: unknown, path: Path): boolean =>
  path.reduce<unknown>((part, name) => (part as Record<PropertyKey, unknown> | undefined)?.[name], site) !== undefined;

const within = ({ path }: Issue) => path.length > 0;
const withinOrAdded = (issue: Issue) => within(issue) || issue.code === "unrecognized_keys";

/** If an answer fits none of several shapes: its faults against the shape that it was probably meant to have. */
const meant = (issue: Issue): readonly Issue[] | undefined =>
  issue.code === "invalid_union"
    ? (issue.errors.find((issues) => issues.every(within)) ?? issue.errors.find((issues) => issues.every(withinOrAdded)))
    : undefined;

const shapeFaults = (site: unknown, issue: Issue, above: Path = []): Fault[] => {
  const path = [...above, ...issue.path];
  const inner = meant(issue);
  if (inner && inner.length > 0) return inner.flatMap((issue) => shapeFaults(site, issue, path));
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ path: dotted([...path, key]), fault: "is not asked; is it misspelt?" }));
  const { section, question } = pointAt(path) ?? {};
  const asked = question === undefined ? "" : ` (${section}: ${question})`;
  if (!answered(site, path)) return [{ path: dotted(path), fault: `is not answered${asked}` }];
  return [{ path: dotted(path), fault: `${issue.message}${asked}` }];
};

/** Every fault of a profile: first those of its shape; if there are none, those of the rules between its answers. */
export const faultsOf = (site: unknown): Fault[] => {
  const result = Site.safeParse(site);
  if (!result.success) return result.error.issues.flatMap((issue) => shapeFaults(site, issue));
  return rules.flatMap((rule) => rule(result.data));
};

/** @throws Error that lists every fault of the profile, one in a line */
export const checkSite = (site: Site): void => {
  const faults = faultsOf(site);
  if (faults.length === 0) return;
  const lines = faults.map(({ path, fault }) => `  ${path}: ${fault}`);
  throw new Error(`The site profile "${site?.name}" cannot be used:\n${lines.join("\n")}`);
};
