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

/** Reads the only stack that the CDK app wrote into a folder, and its explained findings by rule. */
export const readAssembly = (folder: string) => {
  const [stack] = new CloudAssembly(folder).stacks;
  if (!stack) throw new Error(`There is no stack in ${folder}.`);
  const report = readFileSync(join(folder, "validation-report.json"), "utf8");
  const { pluginReports = [] } = JSON.parse(report) as ValidationReport;
  const violations = pluginReports.flatMap(({ suppressedViolations }) => suppressedViolations);
  const { Resources } = stack.template as { Resources: Parameters<typeof countsOf>[0] };
  return {
    stack: stack.stackName,
    template: join(folder, stack.templateFile),
    ...countsOf(Resources),
    findings: [...Map.groupBy(violations, ({ ruleName }) => ruleName)].map(([rule, ofRule]) => ({
      rule,
      count: ofRule.reduce((sum, { violatingConstructs }) => sum + violatingConstructs.length, 0),
      reasons: [...new Set(ofRule.map(({ reason }) => reason))],
    })),
  };
};
