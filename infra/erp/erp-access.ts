import { Aws, type Stack } from "aws-cdk-lib";
import { SecurityGroup, Subnet, Vpc } from "aws-cdk-lib/aws-ec2";
import { PolicyStatement, type Role } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Site } from "#lib/site/schema.ts";
import { acknowledgeFinding } from "../stack/nag-rules.ts";

const subnetOf = (stack: Stack, name: string, id: string) => {
  const subnet = Subnet.fromSubnetId(stack, name, id);
  acknowledgeFinding(
    subnet,
    "Annotation::@aws-cdk/aws-ec2:noSubnetRouteTableId",
    "No route is added to it.",
  );
  return subnet;
};

/** The network of the site's ERP, if it names one, as properties of a function. */
export const erpNetwork = (stack: Stack, { erp: { connection } }: Site) => {
  if (connection === false || !connection.network) return undefined;
  const { vpc, subnets, securityGroup } = connection.network;
  return {
    // No code uses the zones: the subnets are named by their ids.
    vpc: Vpc.fromVpcAttributes(stack, "ErpVpc", {
      vpcId: vpc,
      availabilityZones: subnets.map((_, index) => `zone-${index}`),
    }),
    vpcSubnets: { subnets: subnets.map((id, index) => subnetOf(stack, `ErpSubnet${index}`, id)) },
    securityGroups: [
      SecurityGroup.fromSecurityGroupId(stack, "ErpSecurityGroup", securityGroup, {
        mutable: false,
      }),
    ],
  };
};

/** Lambda uses these actions of a function's role to make its interfaces in a network. */
const networkActions = [
  ...["CreateNetworkInterface", "DescribeNetworkInterfaces", "DescribeSubnets"],
  ...["DeleteNetworkInterface", "AssignPrivateIpAddresses", "UnassignPrivateIpAddresses"],
].map((action) => `ec2:${action}`);

/** How many environments of the look-up function may run at once: each has one connection. */
export const erpConcurrency = ({ erp: { connection } }: Site) =>
  connection && connection.connections !== false
    ? { reservedConcurrentExecutions: connection.connections }
    : {};

/** Lets a function ask the look-up function. */
export const letAskErp = (asking: LambdaFunction, lookup: LambdaFunction): void => {
  asking.addToRolePolicy(
    new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: [lookup.functionArn] }),
  );
  asking.addEnvironment(
    "ERP_LOOKUP_URL",
    `https://lambda.${Aws.REGION}.${Aws.URL_SUFFIX}/2015-03-31/functions/${lookup.functionName}/invocations`,
  );
};

/** Allows the look-up function to read the one secret with the ERP's password, and attaches it to the ERP's network. */
export const grantErp = (role: Role, { erp: { connection } }: Site): void => {
  if (!connection) return;
  const { password, network } = connection;
  if ("secret" in password)
    role.addToPolicy(
      new PolicyStatement({
        actions: ["secretsmanager:GetSecretValue"],
        resources: [password.secret],
      }),
    );
  if (network) role.addToPolicy(new PolicyStatement({ actions: networkActions, resources: ["*"] }));
};
