import { CfnOutput, type Stack } from "aws-cdk-lib";
import { ApiKey, type IRestApi, type RestApi } from "aws-cdk-lib/aws-apigateway";
import { keyNamesVariable, keysInStack, writeKeyNames } from "#lib/gate/api-key-names.ts";
import type { Site } from "#lib/site/schema.ts";

type Keys = ReadonlyMap<string, ApiKey>;

/**
 * A key for each name that a site with API keys lists. API Gateway makes the values; nobody's secret stands in a template. They
 * belong to no stage, so that functions may know their ids: the usage plan ties them to this one. Too many are made outside the stack.
 */
export const makeApiKeys = (stack: Stack, { auth }: Site): Keys =>
  new Map(
    auth.scheme === "apiKey" && keysInStack(auth.keys)
      ? auth.keys.map((name) => [
          name,
          new ApiKey(stack, `Key-${name}`, { apiKeyName: `${stack.stackName}-${name}`, description: `The key of ${name}` }),
        ])
      : [],
  );

/** What a function must know to write a key's name, and not its id, into the history. */
export const keyNames = (keys: Keys): Record<string, string> =>
  keys.size > 0 ? { [keyNamesVariable]: writeKeyNames([...keys].map(([name, { keyId }]) => [keyId, name])) } : {};

/** Lets the keys in, under one usage plan. */
export const addUsagePlan = (api: RestApi, keys: Keys, { deployment: { perCaller } }: Site): void => {
  const plan = api.addUsagePlan("UsagePlan", {
    name: api.restApiName,
    // The library's own class misses its own interface under exactOptionalPropertyTypes.
    apiStages: [{ api: api as IRestApi, stage: api.deploymentStage }],
    // Of a plan it is a figure for each key.
    ...(perCaller ? { throttle: { rateLimit: perCaller.rate, burstLimit: perCaller.burst } } : {}),
  });
  for (const key of keys.values()) plan.addApiKey(key);
  if (keys.size === 0) new CfnOutput(plan.stack, "UsagePlan", { value: plan.usagePlanId, description: "What npm run keys asks for" });
};
