import { type App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";
import type { IConstruct } from "constructs";

/** Lets cdk-nag check every resource at synthesis: an error without a reason ends it, a warning is printed. */
export const addNagRules = (app: App): void =>
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));

/** Says why a finding is acceptable at a resource. CDK prints the `id` with the finding; `npm run synth` prints the reason. */
export const acknowledgeFinding = (construct: IConstruct, id: string, reason: string): void =>
  Validations.of(construct).acknowledge({ id, reason });
