import { describe, expect, it } from "vitest";
import { keysInStack, keyValue, nameInValue } from "#lib/gate/api-key-names.ts";
import apiKey from "../site/api-key.ts";
import { demoWith } from "../site/changed.ts";
import jwt from "../site/jwt.ts";
import odd from "../site/odd.ts";
import { functionsOf, ofType, statementsOf, templateOf } from "./template.ts";

describe("a first deployment", () => {
  const first = templateOf(apiKey, "staging", { first: true });
  const later = templateOf(apiKey, "staging");

  it("protects nothing until it has come through, so that what a failed one leaves can be deleted", () => {
    const protection = (template: typeof first) =>
      ofType(template, "AWS::DynamoDB::Table").map(([, one]) => one.Properties.DeletionProtectionEnabled);
    expect([first.terminationProtection, protection(first)]).toEqual([false, [false]]);
    expect([later.terminationProtection, protection(later)]).toEqual([true, [true]]);
  });

  it("that fails leaves no table and no log group behind; a stack that is deleted later does", () => {
    for (const template of [first, later])
      for (const type of ["AWS::DynamoDB::Table", "AWS::Logs::LogGroup"])
        for (const [name, { DeletionPolicy }] of ofType(template, type)) expect(DeletionPolicy, name).toBe("RetainExceptOnCreate");
  });

  it("changes nothing but that when it is repeated", () => {
    const { DeletionProtectionEnabled, ...rest } = ofType(first, "AWS::DynamoDB::Table")[0]?.[1].Properties ?? {};
    expect(ofType(later, "AWS::DynamoDB::Table")[0]?.[1].Properties).toMatchObject(rest);
    expect(Object.keys(first.resources)).toEqual(Object.keys(later.resources));
  });
});

describe("a table that is there already", () => {
  const given = templateOf(apiKey, "staging", { table: "Warehouse-restored" });

  it("is what every function uses and may use, and none is made", () => {
    expect(ofType(given, "AWS::DynamoDB::Table")).toEqual([]);
    expect(given.outputs.TableName?.Value).toBe("Warehouse-restored");
    // By this `npm run deploy` tells the two apart.
    const own = templateOf(apiKey, "staging");
    expect(own.outputs.TableName?.Value).toEqual({ Ref: ofType(own, "AWS::DynamoDB::Table")[0]?.[0] });
    expect(functionsOf(given).get("post-box").Environment.Variables.TABLE_NAME).toBe("Warehouse-restored");
    const resources = JSON.stringify(statementsOf(given, "location-overview").map(({ Resource }) => Resource));
    expect(resources).toContain(":table/Warehouse-restored");
    expect(resources).toContain(":table/Warehouse-restored/index/byPlace");
  });

  it("is watched as one of the stack's own", () => {
    const alarms = ofType(given, "AWS::CloudWatch::Alarm").map(([, { Properties }]) => JSON.stringify(Properties));
    const ofTable = alarms.filter((alarm) => alarm.includes("AWS/DynamoDB"));
    expect(ofTable.length).toBe(4);
    for (const alarm of ofTable) expect(alarm).toContain("Warehouse-restored");
  });
});

describe("a stage in the open", () => {
  const template = templateOf(odd, "local");

  it("has one address where it has a domain, with TLS 1.2 at least", () => {
    expect(ofType(template, "AWS::ApiGateway::RestApi")[0]?.[1].Properties.DisableExecuteApiEndpoint).toBe(true);
    expect(ofType(template, "AWS::ApiGateway::DomainName")[0]?.[1].Properties.SecurityPolicy).toBe("TLS_1_2");
    expect(ofType(templateOf(odd, "dev"), "AWS::ApiGateway::RestApi")[0]?.[1].Properties).not.toHaveProperty("DisableExecuteApiEndpoint");
  });

  it("tells browsers not to guess what an answer is, by every answer of the gateway's own", () => {
    for (const [name, { Properties }] of ofType(template, "AWS::ApiGateway::GatewayResponse"))
      expect(Properties.ResponseParameters["gatewayresponse.header.x-content-type-options"], name).toBe("'nosniff'");
  });

  it("throttles each key by a figure of its own", () => {
    const limited = templateOf(
      demoWith({ auth: apiKey.auth, "deployment.throttle": { rate: 200, burst: 400 }, "deployment.perCaller": { rate: 5, burst: 20 } }),
      "staging",
    );
    expect(ofType(limited, "AWS::ApiGateway::UsagePlan")[0]?.[1].Properties.Throttle).toEqual({ RateLimit: 5, BurstLimit: 20 });
    expect(ofType(limited, "AWS::ApiGateway::Stage")[0]?.[1].Properties.MethodSettings[0]).toMatchObject({ ThrottlingRateLimit: 200 });
    expect(ofType(templateOf(apiKey, "staging"), "AWS::ApiGateway::UsagePlan")[0]?.[1].Properties).not.toHaveProperty("Throttle");
  });

  it("looks at so many tokens at a time, whoever sends them", () => {
    const reserved = ({ deployment }: { deployment: object }) =>
      functionsOf(templateOf({ ...jwt, deployment: { ...jwt.deployment, ...deployment } }, "staging")).get("authorizer")
        .ReservedConcurrentExecutions;
    expect([reserved({ deployment: {} }), reserved({ deployment: { authorizers: 20 } })]).toEqual([undefined, 20]);
  });
});

describe("a table that must be warm", () => {
  it("takes so much from its first morning on, and so does its index", () => {
    const [[, { Properties }] = ["", { Properties: {} }]] = ofType(templateOf(odd, "local"), "AWS::DynamoDB::Table");
    const warm = { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 8_000 };
    expect([Properties.WarmThroughput, Properties.GlobalSecondaryIndexes[0].WarmThroughput]).toEqual([warm, warm]);
  });
});

describe("more keys than a stack holds", () => {
  const names = Array.from({ length: 500 }, (_, n) => `scanner-${String(n).padStart(3, "0")}`);
  const many = templateOf(demoWith({ auth: { scheme: "apiKey", keys: names, allowed: false } }), "staging");

  it("are made outside it, under its usage plan, and no function carries their names", () => {
    expect(ofType(many, "AWS::ApiGateway::ApiKey")).toEqual([]);
    expect(many.outputs).toHaveProperty("UsagePlan");
    expect(functionsOf(many).get("post-box").Environment.Variables).not.toHaveProperty("API_KEY_NAMES");
    expect(keysInStack(names.slice(0, 100))).toBe(true);
    expect(keysInStack(names.slice(0, 101))).toBe(false);
    expect(keysInStack(names.slice(0, 60).map((name) => name.padEnd(60, "x")))).toBe(false);
  });

  it("fit into a template up to the number from which on they are not in it", () => {
    const full = templateOf(demoWith({ auth: { scheme: "apiKey", keys: names.slice(0, 100), allowed: false } }), "staging");
    expect(Object.keys(full.resources).length).toBeLessThan(500);
    expect(ofType(full, "AWS::ApiGateway::ApiKey")).toHaveLength(100);
  });

  it("say their name in their value, and only a name of the site's counts", () => {
    const secret = "0123456789abcdef".repeat(2);
    expect(nameInValue(keyValue("scanner-007", secret), names)).toBe("scanner-007");
    for (const value of [
      keyValue("scanner-999", secret),
      "scanner-007",
      `scanner-007${secret}`,
      keyValue("scanner-007", "short"),
      "",
      null,
    ])
      expect(nameInValue(value, names)).toBeUndefined();
  });
});
