import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CloudAssembly } from "aws-cdk-lib/cx-api";
import { countsOf } from "./resource-counts.ts";

type SuppressedViolation = {
  readonly ruleName: string;
  readonly reason: string;
  readonly violatingConstructs: readonly unknown[];
};

type ValidationReport = {
  readonly pluginReports?: { readonly suppressedViolations: SuppressedViolation[] }[];
};

/** Reads what the CDK app wrote into a folder: one stack, and by rule the findings that have a reason. */
export const readAssembly = (folder: string) => {
  const [stack] = new CloudAssembly(folder).stacks;
  if (!stack) throw new Error(`There is no stack in ${folder}.`);
  const report = readFileSync(join(folder, "validation-report.json"), "utf8");
  const { pluginReports = [] } = JSON.parse(report) as ValidationReport;
  const found = pluginReports.flatMap(({ suppressedViolations }) => suppressedViolations);
  return {
    stack: stack.stackName,
    template: join(folder, stack.templateFile),
    ...countsOf((stack.template as { Resources: Parameters<typeof countsOf>[0] }).Resources),
    findings: [...Map.groupBy(found, ({ ruleName }) => ruleName)].map(([rule, all]) => ({
      rule,
      count: all.reduce((sum, { violatingConstructs }) => sum + violatingConstructs.length, 0),
      reasons: [...new Set(all.map(({ reason }) => reason))],
    })),
  };
};
