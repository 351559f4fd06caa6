import type { Stack } from "aws-cdk-lib";
import type { IRestApi, RestApi } from "aws-cdk-lib/aws-apigateway";
import type { Site } from "#lib/site/schema.ts";

/** A key for each name that the site lists, in one usage plan. API Gateway makes the values; nobody's secret stands in a template. */
export const addApiKeys = (stack: Stack, names: readonly string[], throttle: Site["deployment"]["throttle"], api: RestApi): void => {
  const plan = api.addUsagePlan("UsagePlan", {
    name: stack.stackName,
    // The library's own class misses its own interface under exactOptionalPropertyTypes.
    apiStages: [{ api: api as IRestApi, stage: api.deploymentStage }],
    ...(throttle ? { throttle: { rateLimit: throttle.rate, burstLimit: throttle.burst } } : {}),
  });
  for (const name of names)
    plan.addApiKey(api.addApiKey(`Key-${name}`, { apiKeyName: `${stack.stackName}-${name}`, description: `The key of ${name}` }));
};
