import { describe, expect, it } from "vitest";
import { deploymentOf } from "#infra/deployment.ts";
import demo from "../../sites/demo.ts";
import apiKey from "../site/api-key.ts";
import { demoWith } from "../site/demo-with.ts";
import jwt from "../site/jwt.ts";
import {
  functionsOf,
  nameOfOnly,
  ofType,
  propertiesOfOnly,
  statementsOf,
  templateOf,
} from "./template.ts";

const laterTemplate = templateOf(apiKey, "staging");

describe("a first deployment", () => {
  const first = templateOf(apiKey, "staging", { isFirstDeployment: true });

  it("protects nothing until it has completed, and is otherwise like the next", () => {
    expect([first.terminationProtection, laterTemplate.terminationProtection]).toEqual([
      false,
      true,
    ]);
    const { DeletionProtectionEnabled, ...rest } = propertiesOfOnly(first, "AWS::DynamoDB::Table");
    expect(DeletionProtectionEnabled).toBe(false);
    expect(propertiesOfOnly(laterTemplate, "AWS::DynamoDB::Table")).toEqual({
      ...rest,
      DeletionProtectionEnabled: true,
    });
    expect(Object.keys(first.resources)).toEqual(Object.keys(laterTemplate.resources));
  });

  it("leaves no table or log group after a failure, or a deletion in dev", () => {
    for (const template of [first, laterTemplate])
      for (const type of ["AWS::DynamoDB::Table", "AWS::Logs::LogGroup"])
        for (const [name, { DeletionPolicy }] of ofType(template, type))
          expect(DeletionPolicy, name).toBe("RetainExceptOnCreate");
    const [[, dev] = []] = ofType(templateOf(apiKey, "dev"), "AWS::DynamoDB::Table");
    expect([dev?.DeletionPolicy, dev?.Properties.DeletionProtectionEnabled]).toEqual([
      ...["Delete", false],
    ]);
  });
});

it("an existing table is used, granted and watched; none is created", () => {
  const given = templateOf(apiKey, "staging", { existingTable: "Warehouse-restored" });
  expect(ofType(given, "AWS::DynamoDB::Table")).toEqual([]);
  // `npm run deploy` reads from this output who owns the table.
  expect([given, laterTemplate].map(({ outputs }) => outputs.TableName?.Value)).toEqual([
    "Warehouse-restored",
    { Ref: nameOfOnly(laterTemplate, "AWS::DynamoDB::Table") },
  ]);
  expect(functionsOf(given).get("asks-erp").Environment.Variables.TABLE_NAME).toBe(
    "Warehouse-restored",
  );
  const allowed = JSON.stringify(statementsOf(given, "reads"));
  expect(allowed).toContain(':table/Warehouse-restored"');
  expect(allowed).toContain(":table/Warehouse-restored/index/byPlace");
  const alarms = ofType(given, "AWS::CloudWatch::Alarm")
    .map(([, { Properties }]) => JSON.stringify(Properties))
    .filter((alarm) => alarm.includes("AWS/DynamoDB"));
  expect(alarms).toHaveLength(1);
  for (const alarm of alarms) expect(alarm).toContain("Warehouse-restored");
});

it("each key has its own throttle where the site names one", () => {
  const limited = templateOf(
    demoWith({
      auth: apiKey.auth,
      "deployment.throttle": { rate: 200, burst: 400 },
      "deployment.perCaller": { rate: 5, burst: 20 },
    }),
    "staging",
  );
  const { MethodSettings } = propertiesOfOnly(limited, "AWS::ApiGateway::Stage");
  expect(MethodSettings[0]).toMatchObject({ ThrottlingRateLimit: 200 });
  expect(propertiesOfOnly(limited, "AWS::ApiGateway::UsagePlan").Throttle).toEqual({
    RateLimit: 5,
    BurstLimit: 20,
  });
  expect(propertiesOfOnly(laterTemplate, "AWS::ApiGateway::UsagePlan")).not.toHaveProperty(
    "Throttle",
  );
});

it("the authorizer looks at no more tokens at once than the deployment sets", () => {
  const reserved = (authorizers: string) => {
    const deployment = deploymentOf((name) => (name === "authorizers" ? authorizers : undefined));
    return functionsOf(templateOf(jwt, "staging", { deployment })).get("authorizer")
      .ReservedConcurrentExecutions;
  };
  expect([reserved("false"), reserved("20")]).toEqual([undefined, 20]);
});

it("every function has Node 24, arm64, 10 s, JSON logs and the deployment's settings", () => {
  const runtime = `arn:aws:lambda:eu-central-1::runtime:${"0a1b2c3d".repeat(8)}`;
  const given: Readonly<Record<string, unknown>> = {
    ...{ memory: "1024", logDays: "90", tracing: "true", runtime },
    warmThroughput: '{"reads":12000,"writes":8000}',
  };
  const set = templateOf(demo, "local", { deployment: deploymentOf((name) => given[name]) });
  for (const [id, properties] of functionsOf(set))
    expect(properties, id).toMatchObject({
      ...{ Runtime: "nodejs24.x", Architectures: ["arm64"], MemorySize: 1_024, Timeout: 10 },
      LoggingConfig: { LogFormat: "JSON" },
      RuntimeManagementConfig: { UpdateRuntimeOn: "Manual", RuntimeVersionArn: runtime },
      TracingConfig: { Mode: "Active" },
    });
  for (const [name, { Properties }] of ofType(set, "AWS::Logs::LogGroup"))
    expect(Properties.RetentionInDays, name).toBe(90);
  expect(propertiesOfOnly(set, "AWS::ApiGateway::Stage")).toHaveProperty("TracingEnabled", true);
  const WarmThroughput = { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 8_000 };
  expect(propertiesOfOnly(set, "AWS::DynamoDB::Table")).toMatchObject({
    WarmThroughput,
    GlobalSecondaryIndexes: [{ WarmThroughput }],
  });
});
