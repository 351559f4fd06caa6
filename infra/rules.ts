import { type App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";
import type { IConstruct } from "constructs";

/** Has every resource looked at by cdk-nag's packs when the app is synthesised: a finding without a reason ends the synthesis. */
export const addRules = (app: App): void => Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));

/**
 * Says next to a resource why a rule does not hold for it. `rule` is the rule's name with its finding, if it has one:
 * `AwsSolutions-IAM5[Resource::*]`; or an annotation of CDK's own, under its whole name. The reason stands in the validation report, which `npm run synth` prints.
 */
export const acknowledge = (construct: IConstruct, rule: string, reason: string): void => {
  const [pack] = rule.split("-");
  Validations.of(construct).acknowledge({ id: rule.includes("::@") ? rule : `${pack}::${rule}`, reason });
};
