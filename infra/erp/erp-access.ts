import { Aws, type Stack } from "aws-cdk-lib";
import {
  type ISecurityGroup,
  type ISubnet,
  type IVpc,
  SecurityGroup,
  Subnet,
  type SubnetSelection,
  Vpc,
} from "aws-cdk-lib/aws-ec2";
import { PolicyStatement, type Role } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Site } from "#lib/site/schema.ts";
import { acknowledge } from "../stack/nag-rules.ts";

type Attached = {
  readonly vpc: IVpc;
  readonly vpcSubnets: SubnetSelection;
  readonly securityGroups: ISecurityGroup[];
};

const subnet = (stack: Stack, name: string, id: string): ISubnet => {
  const subnet = Subnet.fromSubnetId(stack, name, id);
  acknowledge(
    subnet,
    "Annotation::@aws-cdk/aws-ec2:noSubnetRouteTableId",
    "No route is added to it.",
  );
  return subnet;
};

/** The network of the site's ERP, if it names one, in the form in which a function is attached to it. */
export const erpNetwork = (stack: Stack, { erp: { connection } }: Site): Attached | undefined => {
  if (connection === false || connection.network === false) return undefined;
  const { vpc, subnets, securityGroup } = connection.network;
  return {
    // Nobody uses the zones: the subnets are named by their ids.
    vpc: Vpc.fromVpcAttributes(stack, "ErpVpc", {
      vpcId: vpc,
      availabilityZones: subnets.map((_, at) => `zone-${at}`),
    }),
    vpcSubnets: { subnets: subnets.map((id, at) => subnet(stack, `ErpSubnet${at}`, id)) },
    securityGroups: [
      SecurityGroup.fromSecurityGroupId(stack, "ErpSecurityGroup", securityGroup, {
        mutable: false,
      }),
    ],
  };
};

/** What a function in a network must be allowed to do: Lambda uses its role to make the network interfaces. */
const networkActions = [
  "ec2:CreateNetworkInterface",
  "ec2:DescribeNetworkInterfaces",
  "ec2:DescribeSubnets",
  "ec2:DeleteNetworkInterface",
  "ec2:AssignPrivateIpAddresses",
  "ec2:UnassignPrivateIpAddresses",
];

/** How many environments of the look-up function may run at once: each has one connection, and no other function has any. */
export const erpShare = ({
  erp: { connection },
}: Site): { readonly reservedConcurrentExecutions?: number } =>
  connection && connection.connections !== false
    ? { reservedConcurrentExecutions: connection.connections }
    : {};

/** Lets a function ask the look-up function. */
export const letAsk = (asking: LambdaFunction, lookup: LambdaFunction): void => {
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
  if (connection === false) return;
  const { password, network } = connection;
  if ("secret" in password)
    role.addToPolicy(
      new PolicyStatement({
        actions: ["secretsmanager:GetSecretValue"],
        resources: [password.secret],
      }),
    );
  if (network !== false)
    role.addToPolicy(new PolicyStatement({ actions: networkActions, resources: ["*"] }));
};
