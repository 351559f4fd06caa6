import { CfnOutput, type Stack } from "aws-cdk-lib";
import { ApiKey, type RestApi } from "aws-cdk-lib/aws-apigateway";
import { keyNamesVariable, writeKeyNames } from "#lib/gate/caller.ts";
import type { Site } from "#lib/site/schema.ts";

type Keys = ReadonlyMap<string, ApiKey>;

/**
 * A key for each name that a site with API keys lists; API Gateway makes the values, so no secret is in a template. After a change of a
 * key's properties CloudFormation writes the key anew, and may switch on what `npm run keys` has switched off.
 */
export const makeApiKeys = (stack: Stack, { auth }: Site): Keys =>
  new Map(
    auth.scheme === "apiKey" && auth.keysIn === "stack"
      ? auth.keys.map((name) => [
          name,
          new ApiKey(stack, `Key-${name}`, {
            apiKeyName: `${stack.stackName}-${name}`,
            description: `The key of ${name}`,
          }),
        ])
      : [],
  );

/** The environment variable from which a function knows the names of keys. */
export const keyNames = (keys: Keys): Record<string, string> =>
  keys.size > 0
    ? { [keyNamesVariable]: writeKeyNames([...keys].map(([name, { keyId }]) => [keyId, name])) }
    : {};

/** Allows the keys to use the API, under one usage plan. */
export const addUsagePlan = (
  api: RestApi,
  keys: Keys,
  { deployment: { perCaller } }: Site,
): void => {
  const plan = api.addUsagePlan("UsagePlan", {
    name: api.restApiName,
    apiStages: [{ api, stage: api.deploymentStage }],
    // The limit of a plan applies to each key.
    ...(perCaller ? { throttle: { rateLimit: perCaller.rate, burstLimit: perCaller.burst } } : {}),
  });
  for (const key of keys.values()) plan.addApiKey(key);
  new CfnOutput(plan.stack, "UsagePlan", {
    value: plan.usagePlanId,
    description: "What npm run keys asks for",
  });
};
