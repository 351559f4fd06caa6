import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { deploymentOf } from "#infra/deployment.ts";
import { templateWithoutCode } from "#infra/stack/template.ts";
import type { Site } from "#lib/site/schema.ts";
import { newFolder } from "../support/folder.ts";
import { ran } from "../support/installed-once.ts";
import { type Pinned, pinnedPackages } from "./tools.ts";

/** The Python packages of the judges. `lint` has cfn-lint and AWS SAM. */
export type Judges = { readonly lint: Pinned; readonly checkov: Pinned };

/** Installs the judges, once for all runs; `undefined` without Python 3.10, pip or their registry. */
export const installedJudges = async (): Promise<Judges | undefined> => {
  const lint = await pinnedPackages("lint", "test/deployed/requirements-lint.txt");
  const checkov = await pinnedPackages("checkov", "test/deployed/requirements-checkov.txt");
  return lint && checkov && { lint, checkov };
};

/** A judge's remark on a resource of a type. */
export type Finding = { readonly judge: string; readonly rule: string; readonly on: string };

/** The template of a site's staging, in the one or the other shape, as a file. */
export const templateFile = (site: Site, functions: "group" | "endpoint"): string => {
  const folder = join(newFolder(), `${site.name}-${functions}`);
  mkdirSync(folder);
  const deployment = deploymentOf((name) => (name === "functions" ? functions : undefined));
  templateWithoutCode({ site, stage: "staging", deployment }, folder);
  return join(folder, "out", `Warehouse-${site.name}-staging.template.json`);
};

const run = ({ python, folder }: Pinned, program: string, args: readonly string[]) => {
  // SAM writes its settings into the home folder, and asks for credentials that it does not use.
  const credentials = { AWS_ACCESS_KEY_ID: "none", AWS_SECRET_ACCESS_KEY: "none" };
  const settings = {
    ...{ HOME: newFolder(), AWS_DEFAULT_REGION: "eu-central-1", SAM_CLI_TELEMETRY: "0" },
    // checkov does not know the levels of our own log.
    LOG_LEVEL: "WARNING",
  };
  return ran(python, [join(folder, "bin", program), ...args], {
    env: { ...process.env, ...settings, ...credentials, PYTHONPATH: folder },
  });
};

/** The output of a program that ends with another status if it finds something. */
const evenIfFailed = (output: Promise<string>): Promise<string> =>
  output.catch((error: { stdout?: string; message: string }) => {
    if (error.stdout) return error.stdout;
    throw new Error(error.message);
  });

type LintMatch = {
  readonly Rule: { readonly Id: string };
  readonly Filename: string;
  readonly Location: { readonly Path: readonly (string | number)[] | null };
};

/** What cfn-lint finds in templates. */
export const lintFindings = async (
  { lint }: Judges,
  files: readonly string[],
): Promise<Finding[]> => {
  const args = ["--format", "json", "--regions", "eu-central-1", "--template", ...files];
  const matches: LintMatch[] = JSON.parse(await evenIfFailed(run(lint, "cfn-lint", args)));
  const resourcesOf = (file: string) => JSON.parse(readFileSync(file, "utf8")).Resources;
  const resources = new Map(files.map((file) => [file, resourcesOf(file)]));
  return matches.map(({ Rule, Filename, Location: { Path } }) => ({
    ...{ judge: "cfn-lint", rule: Rule.Id },
    on: (Path?.[0] === "Resources" && resources.get(Filename)?.[Path[1] ?? ""]?.Type) || Filename,
  }));
};

type FailedCheck = { readonly check_id: string; readonly resource: string };
type CheckovReport = {
  readonly summary: { readonly parsing_errors: number };
  readonly results: { readonly failed_checks: readonly FailedCheck[] };
};

/** What checkov finds in templates. @throws Error if it cannot read one */
export const checkovFindings = async (
  { checkov }: Judges,
  files: readonly string[],
): Promise<Finding[]> => {
  const args = ["--framework", "cloudformation", "--output", "json", "--compact", "--quiet"];
  const output = run(checkov, "checkov", [...args, "--skip-download", "--file", ...files]);
  const { summary, results }: CheckovReport = JSON.parse(await evenIfFailed(output));
  if (summary.parsing_errors > 0) throw new Error("checkov cannot read a template");
  return results.failed_checks.map(({ check_id, resource }) => ({
    ...{ judge: "checkov", rule: check_id, on: resource.split(".")[0] ?? "" },
  }));
};

/** What AWS SAM says of a template. @throws Error with its reason if it is not valid */
export const samVerdict = ({ lint }: Judges, file: string): Promise<string> =>
  run(lint, "sam", ["validate", "--template", file]);
