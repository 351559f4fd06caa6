import { describe, expect, it } from "vitest";
import { deploymentOf } from "#infra/deployment.ts";
import { keyValue, nameInValue } from "#lib/gate/caller.ts";
import { faultsOf } from "#lib/site/check-site.ts";
import demo from "../../sites/demo.ts";
import apiKey from "../site/api-key.ts";
import { demoWith } from "../site/changed.ts";
import jwt from "../site/jwt.ts";
import odd from "../site/odd.ts";
import postgresql from "../site/postgresql-secret.ts";
import { functionsOf, ofType, statementsOf, templateOf } from "./template.ts";

describe("a first deployment", () => {
  const first = templateOf(apiKey, "staging", { first: true });
  const later = templateOf(apiKey, "staging");

  it("protects nothing until it has come through, so that what a failed one leaves can be deleted", () => {
    const protection = (template: typeof first) =>
      ofType(template, "AWS::DynamoDB::Table").map(
        ([, one]) => one.Properties.DeletionProtectionEnabled,
      );
    expect([first.terminationProtection, protection(first)]).toEqual([false, [false]]);
    expect([later.terminationProtection, protection(later)]).toEqual([true, [true]]);
  });

  it("that fails leaves no table and no log group behind; a stack that is deleted later does", () => {
    for (const template of [first, later])
      for (const type of ["AWS::DynamoDB::Table", "AWS::Logs::LogGroup"])
        for (const [name, { DeletionPolicy }] of ofType(template, type))
          expect(DeletionPolicy, name).toBe("RetainExceptOnCreate");
  });

  it("changes nothing but that when it is repeated", () => {
    const { DeletionProtectionEnabled, ...rest } =
      ofType(first, "AWS::DynamoDB::Table")[0]?.[1].Properties ?? {};
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
    expect(own.outputs.TableName?.Value).toEqual({
      Ref: ofType(own, "AWS::DynamoDB::Table")[0]?.[0],
    });
    expect(functionsOf(given).get("post-box").Environment.Variables.TABLE_NAME).toBe(
      "Warehouse-restored",
    );
    const resources = JSON.stringify(
      statementsOf(given, "location-overview").map(({ Resource }) => Resource),
    );
    expect(resources).toContain(":table/Warehouse-restored");
    expect(resources).toContain(":table/Warehouse-restored/index/byPlace");
  });

  it("is watched as one of the stack's own", () => {
    const alarms = ofType(given, "AWS::CloudWatch::Alarm").map(([, { Properties }]) =>
      JSON.stringify(Properties),
    );
    const ofTable = alarms.filter((alarm) => alarm.includes("AWS/DynamoDB"));
    expect(ofTable.length).toBe(4);
    for (const alarm of ofTable) expect(alarm).toContain("Warehouse-restored");
  });
});

describe("a stage in the open", () => {
  const template = templateOf(odd, "local");

  it("has one address where it has a domain, with TLS 1.2 at least", () => {
    expect(
      ofType(template, "AWS::ApiGateway::RestApi")[0]?.[1].Properties.DisableExecuteApiEndpoint,
    ).toBe(true);
    expect(ofType(template, "AWS::ApiGateway::DomainName")[0]?.[1].Properties.SecurityPolicy).toBe(
      "TLS_1_2",
    );
    expect(
      ofType(templateOf(odd, "dev"), "AWS::ApiGateway::RestApi")[0]?.[1].Properties,
    ).not.toHaveProperty("DisableExecuteApiEndpoint");
  });

  it("tells browsers not to guess what an answer is, by every answer of the gateway's own", () => {
    for (const [name, { Properties }] of ofType(template, "AWS::ApiGateway::GatewayResponse"))
      expect(
        Properties.ResponseParameters["gatewayresponse.header.x-content-type-options"],
        name,
      ).toBe("'nosniff'");
  });

  it("throttles each key by a figure of its own", () => {
    const limited = templateOf(
      demoWith({
        auth: apiKey.auth,
        "deployment.throttle": { rate: 200, burst: 400 },
        "deployment.perCaller": { rate: 5, burst: 20 },
      }),
      "staging",
    );
    expect(ofType(limited, "AWS::ApiGateway::UsagePlan")[0]?.[1].Properties.Throttle).toEqual({
      RateLimit: 5,
      BurstLimit: 20,
    });
    expect(
      ofType(limited, "AWS::ApiGateway::Stage")[0]?.[1].Properties.MethodSettings[0],
    ).toMatchObject({ ThrottlingRateLimit: 200 });
    expect(
      ofType(templateOf(apiKey, "staging"), "AWS::ApiGateway::UsagePlan")[0]?.[1].Properties,
    ).not.toHaveProperty("Throttle");
  });

  it("looks at so many tokens at a time, whoever sends them", () => {
    const reserved = ({ deployment }: { deployment: object }) =>
      functionsOf(
        templateOf({ ...jwt, deployment: { ...jwt.deployment, ...deployment } }, "staging"),
      ).get("authorizer").ReservedConcurrentExecutions;
    expect([reserved({ deployment: {} }), reserved({ deployment: { authorizers: 20 } })]).toEqual([
      undefined,
      20,
    ]);
  });
});

describe("the settings of a deployment", () => {
  const runtime = `arn:aws:lambda:eu-central-1::runtime:${"0a1b2c3d".repeat(8)}`;
  const given: Readonly<Record<string, unknown>> = {
    ...{ memory: "1024", logDays: "90", tracing: "false", runtime },
    warmThroughput: '{"reads":12000,"writes":8000}',
  };
  const set = templateOf(demo, "local", { deployment: deploymentOf((name) => given[name]) });

  it("hold for every function and every log", () => {
    for (const [id, properties] of functionsOf(set))
      expect(properties, id).toMatchObject({
        MemorySize: 1_024,
        RuntimeManagementConfig: { UpdateRuntimeOn: "Manual", RuntimeVersionArn: runtime },
      });
    for (const [name, { Properties }] of ofType(set, "AWS::Logs::LogGroup"))
      expect(Properties.RetentionInDays, name).toBe(90);
    expect(JSON.stringify(set.resources)).not.toMatch(/"Active"|"TracingEnabled":true/);
  });

  it("make a table warm from its first morning on, and its index as well", () => {
    const [[, { Properties }] = ["", { Properties: {} }]] = ofType(set, "AWS::DynamoDB::Table");
    const warm = { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 8_000 };
    expect([
      Properties.WarmThroughput,
      Properties.GlobalSecondaryIndexes[0].WarmThroughput,
    ]).toEqual([warm, warm]);
  });
});

describe("the keys of a site", () => {
  const names = Array.from({ length: 500 }, (_, n) => `scanner-${String(n).padStart(3, "0")}`);
  const withKeys = (keys: readonly string[], keysIn: "stack" | "import") =>
    templateOf(demoWith({ auth: { scheme: "apiKey", keys, keysIn, allowed: false } }), "staging");
  const inStack = (template: ReturnType<typeof templateOf>) =>
    ofType(template, "AWS::ApiGateway::ApiKey");

  it("stay where they are when there are more of them", () => {
    const [hundred, more] = [100, 101].map((count) =>
      inStack(withKeys(names.slice(0, count), "stack")),
    );
    expect([hundred?.length, more?.length]).toEqual([100, 101]);
    expect(more).toEqual(expect.arrayContaining(hundred ?? []));
  });

  it("are not in the stack if they are imported, and no function carries their names", () => {
    const many = withKeys(names, "import");
    expect(inStack(many)).toEqual([]);
    expect(many.outputs).toHaveProperty("UsagePlan");
    expect(functionsOf(many).get("post-box").Environment.Variables).not.toHaveProperty(
      "API_KEY_NAMES",
    );
  });

  it("fit into a function's environment of 4 kB, whatever else is in it, as long as the form takes them", () => {
    const fullest = Array.from({ length: 60 }, (_, n) => `${n}`.padEnd(38, "x"));
    const refused = (keys: readonly string[]) =>
      faultsOf(demoWith({ auth: { scheme: "apiKey", keys, keysIn: "stack", allowed: false } })).map(
        ([path]) => path,
      );
    expect([refused(fullest), refused([...fullest, "x"])]).toEqual([[], ["auth.keysIn"]]);
    const site = {
      ...demoWith({ auth: { scheme: "apiKey", keys: fullest, keysIn: "stack", allowed: false } }),
      erp: postgresql.erp,
    };
    const ids = new Set(inStack(withKeys(fullest, "stack")).map(([id]) => id));
    // The id of a key has ten characters; what else CloudFormation puts in has no more than a function's name on Lambda or a table's on DynamoDB.
    const long = (text: string) =>
      text.replace(
        /\{"Ref":"(\w+)"\}/g,
        (_, id: string) => `"${"x".repeat(ids.has(id) ? 10 : 255)}"`,
      );
    const sizes = [...functionsOf(templateOf(site, "staging")).values()].map(({ Environment }) =>
      Object.entries(
        JSON.parse(long(JSON.stringify(Environment.Variables))) as Record<
          string,
          string | { "Fn::Join": [string, string[]] }
        >,
      )
        .flatMap(([name, value]) => [
          name,
          typeof value === "string" ? value : value["Fn::Join"][1].join(""),
        ])
        .reduce((size, text) => size + text.length, 0),
    );
    expect(Math.max(...sizes)).toBeGreaterThan(3_000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4_096);
  });

  it("say their name in their value if they were imported, and only a name of the site's counts", () => {
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
