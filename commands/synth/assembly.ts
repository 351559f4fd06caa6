import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { CloudAssembly } from "aws-cdk-lib/cx-api";

type Resource = {
  readonly Type: string;
  readonly Properties?: {
    readonly Description?: string;
    readonly Code?: { readonly S3Key?: string };
  };
};

type Suppressed = {
  readonly ruleName: string;
  readonly reason: string;
  readonly violatingConstructs: readonly unknown[];
};

/** What was synthesised: one stack, in a folder. */
export type Assembly = {
  readonly stack: string;
  readonly template: string;
  readonly resources: number;
  /** By the name of its file under `functions/`; bytes of its code, without what lies beside it. */
  readonly functions: readonly { readonly name: string; readonly bytes: number }[];
  /** The findings that have a reason, by rule: one that has none ends the synthesis. */
  readonly findings: readonly {
    readonly rule: string;
    readonly count: number;
    readonly reasons: readonly string[];
  }[];
};

const codeBytes = (asset: string): number =>
  readdirSync(asset)
    .filter((name) => /\.c?m?js$/.test(name))
    .reduce((sum, name) => sum + statSync(join(asset, name)).size, 0);

const functionsOf = (resources: readonly Resource[], folder: string) =>
  resources.flatMap(({ Type, Properties }) => {
    const key = Properties?.Code?.S3Key;
    if (Type !== "AWS::Lambda::Function" || typeof key !== "string") return [];
    const name = Properties?.Description?.split(": ")[1] ?? key;
    return [{ name, bytes: codeBytes(join(folder, `asset.${key.replace(/\.zip$/, "")}`)) }];
  });

const findingsOf = (folder: string): Assembly["findings"] => {
  const { pluginReports = [] } = JSON.parse(
    readFileSync(join(folder, "validation-report.json"), "utf8"),
  ) as {
    pluginReports?: readonly { readonly suppressedViolations: readonly Suppressed[] }[];
  };
  const found = pluginReports.flatMap(({ suppressedViolations }) => suppressedViolations);
  return Object.entries(Object.groupBy(found, ({ ruleName }) => ruleName)).map(
    ([rule, all = []]) => ({
      rule,
      count: all.reduce((sum, { violatingConstructs }) => sum + violatingConstructs.length, 0),
      reasons: [...new Set(all.map(({ reason }) => reason))],
    }),
  );
};

/** Reads what the CDK app wrote into a folder. */
export const readAssembly = (folder: string): Assembly => {
  const [stack] = new CloudAssembly(folder).stacks;
  if (!stack) throw new Error(`There is no stack in ${folder}.`);
  const resources = Object.values(
    (stack.template as { Resources: Record<string, Resource> }).Resources,
  );
  const functions = functionsOf(resources, folder);
  const template = join(folder, stack.templateFile);
  return {
    stack: stack.stackName,
    template,
    resources: resources.length,
    functions,
    findings: findingsOf(folder),
  };
};
