import { CfnOutput, Stack } from "aws-cdk-lib";
import type { RestApi } from "aws-cdk-lib/aws-apigateway";
import { ManagedPolicy, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { roleAddresses } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";

/** For a site with IAM and roles: a policy for each role, which the account attaches to a role of its own. */
export const addRolePolicies = (api: RestApi, site: Site): void => {
  const stack = Stack.of(api);
  const { everyCaller = [], roles = {} } = roleAddresses(site) ?? {};
  for (const [role, addresses] of Object.entries(roles)) {
    const resources = [...everyCaller, ...addresses].map((address) => {
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
