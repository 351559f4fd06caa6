import { CfnOutput, Duration, Stack } from "aws-cdk-lib";
import {
  AuthorizationType,
  type MethodOptions,
  type RestApi,
  TokenAuthorizer,
} from "aws-cdk-lib/aws-apigateway";
import { ManagedPolicy, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { authorizerTtlSeconds, bearerPattern } from "#lib/gate/bearer-token.ts";
import { roleAddresses } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import type { MakeFunction } from "./route-function.ts";

/** How every method, also an unknown one, checks who sent a request, as the site answered. */
export const addAuthorizer = (
  stack: Stack,
  { auth }: Site,
  makeFunction: MakeFunction,
): MethodOptions => {
  switch (auth.scheme) {
    case "none":
      return { authorizationType: AuthorizationType.NONE };
    case "iam":
      return { authorizationType: AuthorizationType.IAM };
    case "apiKey":
      return { authorizationType: AuthorizationType.NONE, apiKeyRequired: true };
    case "jwt":
      return {
        authorizationType: AuthorizationType.CUSTOM,
        authorizer: new TokenAuthorizer(stack, "TokenAuthorizer", {
          handler: makeFunction("authorizer"),
          resultsCacheTtl: Duration.seconds(authorizerTtlSeconds),
          validationRegex: bearerPattern.source,
        }),
      };
  }
};

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

/** For a site with IAM and roles: a policy for each role, which the account attaches to a role of its own. */
export const addRolePolicies = (api: RestApi, site: Site): void => {
  const stack = Stack.of(api);
  const { roles = {} } = roleAddresses(site) ?? {};
  for (const [role, addresses] of Object.entries(roles)) {
    const resources = addresses.map((address) => {
      const slash = address.indexOf("/");
      return api.arnForExecuteApi(
        address.slice(0, slash),
        address.slice(slash),
        api.deploymentStage.stageName,
      );
    });
    const policy = new ManagedPolicy(stack, `Role-${role}`, {
      description: `What ${role} may call at ${stack.stackName}`,
      statements: [new PolicyStatement({ actions: ["execute-api:Invoke"], resources })],
    });
    new CfnOutput(stack, `Policy-${role}`, {
      value: policy.managedPolicyArn,
      description: `Attach it to the IAM role of ${role}`,
    });
  }
};
