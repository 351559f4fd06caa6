import { Duration, type Stack } from "aws-cdk-lib";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  RuntimeManagementMode,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { type Route, usesTable } from "#lib/http/route.ts";
import { erpConcurrency, erpNetwork, grantErp } from "../erp/erp-access.ts";
import { acknowledgeFinding } from "./nag-rules.ts";
import { keptRemoval, localStageName } from "./refuse-unsafe.ts";
import type { ServiceSettings } from "./service-settings.ts";
import { grantTable } from "./table-policy.ts";

/** Makes the function of a bundle; without `access` it may only log. */
export type MakeFunction = (id: string, access?: Route["access"]) => LambdaFunction;

const toPascalCase = (id: string) =>
  id.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());

/** More than a request's budget of 4.5 s and a cold start. */
const functionTimeout = Duration.seconds(10);

const addRole = (stack: Stack, name: string, logGroup: LogGroup): Role => {
  const role = new Role(stack, `${name}Role`, {
    assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
  });
  logGroup.grant(role, "logs:CreateLogStream", "logs:PutLogEvents");
  acknowledgeFinding(
    role,
    "AwsSolutions::AwsSolutions-IAM5[Resource::*]",
    "X-Ray's actions, and those on the network interfaces of a function in a VPC, know no resource.",
  );
  return role;
};

/** Sets what all functions have in common. */
export const functionMaker = (
  stack: Stack,
  { site, stage, deployment, bundles }: ServiceSettings,
  table: ITable,
): MakeFunction => {
  const lookupOptions = { ...erpNetwork(stack, site), ...erpConcurrency(site) };
  // SAM sets only variables that the template declares.
  const samVariables = stage === localStageName && { DYNAMODB_ENDPOINT: "" };
  const tableVariables = { TABLE_NAME: table.tableName, ...samVariables };
  const { memory, logDays, runtime, tracing, authorizers } = deployment;
  return (id, access) => {
    const name = toPascalCase(id);
    const bundle = bundles.get(id);
    if (!bundle) throw new Error(`There is no bundle of the function ${id}.`);
    const logGroup = new LogGroup(stack, `${name}Log`, {
      retention: logDays,
      removalPolicy: keptRemoval(stage),
    });
    const role = addRole(stack, name, logGroup);
    const isLookup = id === "erp-lookup";
    const authorizerLimit = id === "authorizer" && authorizers;
    const lambda = new LambdaFunction(stack, name, {
      description: `${site.name} ${stage}: ${id}`,
      runtime: Runtime.NODEJS_24_X,
      runtimeManagementMode:
        runtime === "newest"
          ? RuntimeManagementMode.FUNCTION_UPDATE
          : RuntimeManagementMode.manual(runtime),
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(bundle.folder),
      handler: "index.handler",
      memorySize: memory,
      timeout: functionTimeout,
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      tracing: tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      environment: {
        ...(access && usesTable(access) ? tableVariables : {}),
        ...(access?.erp && !site.erp.connection ? { ERP_SQLITE: "erp.sqlite" } : {}),
      },
      ...(isLookup ? lookupOptions : {}),
      ...(authorizerLimit ? { reservedConcurrentExecutions: authorizerLimit } : {}),
    });
    acknowledgeFinding(
      lambda,
      "Serverless::Serverless-LambdaDLQ",
      "The gateway waits for each call: there is no event that could be lost.",
    );
    if (!tracing)
      acknowledgeFinding(
        lambda,
        "Serverless::Serverless-LambdaTracing",
        "The deployment has it so.",
      );
    if (access) grantTable(role, table, access);
    if (isLookup) grantErp(role, site);
    return lambda;
  };
};
