import { CfnOutput } from "aws-cdk-lib";
import type { RestApi } from "aws-cdk-lib/aws-apigateway";
import type { Site } from "#lib/site/schema.ts";

/** Adds the usage plan whose keys may use the API. `npm run keys` makes them: none is in the stack, so no deployment takes one away. */
export const addUsagePlan = (api: RestApi, { deployment: { perCaller } }: Site): void => {
  const plan = api.addUsagePlan("UsagePlan", {
    name: api.restApiName,
    apiStages: [{ api, stage: api.deploymentStage }],
    // The limit of a plan applies to each key.
    ...(perCaller ? { throttle: { rateLimit: perCaller.rate, burstLimit: perCaller.burst } } : {}),
  });
  new CfnOutput(plan.stack, "UsagePlan", {
    value: plan.usagePlanId,
    description: "The usage plan to which npm run keys adds its keys",
  });
};
