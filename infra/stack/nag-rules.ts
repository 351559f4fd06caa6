import { type App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";
import type { IConstruct } from "constructs";

/** Lets cdk-nag's rules check every resource when the app is synthesised: a finding without a reason ends the synthesis. */
export const addRules = (app: App): void =>
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));

/**
 * Says why a finding is acceptable at a resource. `id` is the one that CDK prints with the finding: "Acknowledge with …". The reason is in the
 * validation report, which `npm run synth` prints.
 */
export const acknowledge = (construct: IConstruct, id: string, reason: string): void =>
  Validations.of(construct).acknowledge({ id, reason });
