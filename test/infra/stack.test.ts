import { readdirSync, readFileSync } from "node:fs";
import { App, Stack } from "aws-cdk-lib";
import { AttributeType, Table } from "aws-cdk-lib/aws-dynamodb";
import { describe, expect, it, test } from "vitest";
import { addRules } from "#infra/stack/nag-rules.ts";
import { tableActions } from "#infra/stack/policy.ts";
import { routeIds } from "#lib/endpoints/ids.ts";
import { usesTable } from "#lib/http/route.ts";
import { functionsOf as deployedOf, routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { table as definition } from "#lib/store/table.ts";
import demo from "../../sites/demo.ts";
import { documentOf, operationsOf } from "../openapi/document.ts";
import apiKey from "../site/api-key.ts";
import { demoWith } from "../site/changed.ts";
import jwt from "../site/jwt.ts";
import odd from "../site/odd.ts";
import { roles } from "../site/roles.ts";
import {
  functionsOf,
  methodsOf,
  ofType,
  ownRulesAlone,
  type Resource,
  statementsOf,
  type Template,
  templateOf,
} from "./template.ts";

const secret = "arn:aws:secretsmanager:eu-central-1:123456789012:secret:erp-AbCdEf";
const network = {
  vpc: "vpc-0a1b2c3d",
  subnets: ["subnet-1a2b3c4d", "subnet-2b3c4d5e"],
  securityGroup: "sg-3c4d5e6f",
};

/** Demo with its ERP on a server in a network of its own, which grants eight connections. */
const inNetwork = demoWith({
  "erp.dialect": "postgresql",
  "erp.connection": {
    host: "erp.internal",
    port: 5_432,
    database: "erp",
    user: "reader",
    tls: "verified",
    password: { secret, field: "password" },
    connections: 8,
    network,
  },
});

const stacks: readonly (readonly [string, Site, string])[] = [
  ["demo", demo, "dev"],
  ["odd", odd, "local"],
  ["API keys", apiKey, "staging"],
  ["tokens", jwt, "staging"],
  ["IAM", demoWith({ auth: { scheme: "iam", allowed: { roles } }, pages: false }), "staging"],
  ["an ERP in a network", inNetwork, "staging"],
];
const templates = new Map<string, Template>(
  stacks.map(([name, site, stage]) => [name, templateOf(site, stage)]),
);
const template = (name: string) => templates.get(name) as Template;

/** What a request with credentials reaches: all but the files that anybody may read, and a browser's question. */
const served = (name: string) =>
  methodsOf(template(name)).filter(
    ({ functionId, method }) =>
      functionId !== "docs" && functionId !== "pages" && method !== "OPTIONS",
  );

const sorted = (values: readonly string[]) => values.toSorted();

/** The routes that the endpoint suite names; it is written in route ids, so that it runs on every site. */
const tested = ((): string[] => {
  const text = readdirSync("test/endpoint", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(`test/endpoint/${file}`, "utf8"))
    .join("\n");
  return routeIds.filter((id) => text.includes(`"${id}"`));
})();

const asking = (site: Site) =>
  deployedOf(site).flatMap(({ id, access }) => (access.erp ? [id] : []));

describe.each(stacks)("the stack of %s", (name, site) => {
  it("has the routes of the table, of the description and of the endpoint suite, each before its function, and no other", () => {
    const routes = routesOf(site);
    const all = sorted(routes.map(({ id, method, path }) => `${id}: ${method} ${path}`));
    const behind = deployedOf(site).flatMap(({ id, routes }) =>
      routes.map(({ method, path }) => `${id}: ${method} ${path}`),
    );
    const deployed = served(name).filter(({ functionId }) => functionId !== "unrouted");
    expect(
      sorted(deployed.map(({ functionId, method, path }) => `${functionId}: ${method} ${path}`)),
    ).toEqual(sorted(behind));
    const described = operationsOf(documentOf(site));
    expect(
      sorted(described.map(({ operationId, method, path }) => `${operationId}: ${method} ${path}`)),
    ).toEqual(all);
    expect(sorted(tested)).toEqual(sorted(routeIds));
  });

  it("answers every other method of an address, and whatever lies below one, from the table of routes", () => {
    const methods = methodsOf(template(name));
    const rest = methods.filter(({ functionId }) => functionId === "unrouted");
    expect(new Set(rest.map(({ method }) => method))).toEqual(new Set(["ANY"]));
    const paths = new Set(rest.map(({ path }) => path));
    for (const { path } of routesOf(site)) {
      expect(paths).toContain(path);
      const parts = path.split("/");
      for (const at of parts.keys())
        expect(paths).toContain(`${parts.slice(0, at + 1).join("/")}/{proxy+}`);
    }
  });

  it("gives each function its routes' actions on the table and the one index, and no more", () => {
    for (const { id, routes, access } of deployedOf(site)) {
      const granted = statementsOf(template(name), id).flatMap(({ Action, Resource }) =>
        [Action]
          .flat()
          .flatMap((action) =>
            action.startsWith("dynamodb:")
              ? [Resource].flat().map((resource) => [action, JSON.stringify(resource)] as const)
              : [],
          ),
      );
      const { table, index } = tableActions(access);
      expect(new Set(table), id).toEqual(
        new Set(routes.flatMap(({ access }) => tableActions(access).table)),
      );
      const on = (wanted: (resource: string) => boolean) =>
        granted.flatMap(([action, resource]) => (wanted(resource) ? [action] : []));
      const isIndex = (resource: string) => resource.includes(`/index/${definition.index.name}`);
      expect(on(isIndex).toSorted(), id).toEqual([...index].toSorted());
      expect(on((resource) => !isIndex(resource)).toSorted(), id).toEqual([...table].toSorted());
      expect(granted.filter(([, resource]) => resource.includes("*"))).toEqual([]);
    }
  });

  it("lets the functions that need nothing do nothing but write their log and their trace", () => {
    const idle = deployedOf(site).flatMap(({ id, access }) => (usesTable(access) ? [] : [id]));
    for (const id of [...idle, "unrouted", ...(site.pages ? ["pages"] : [])])
      expect(new Set(statementsOf(template(name), id).flatMap(({ Action }) => Action))).toEqual(
        new Set([
          "logs:CreateLogStream",
          "logs:PutLogEvents",
          "xray:PutTelemetryRecords",
          "xray:PutTraceSegments",
        ]),
      );
  });

  it("runs every function alike: Node 24, arm64, the deployment's memory, 10 s, JSON logs that end, traced", () => {
    const logs = Object.fromEntries(ofType(template(name), "AWS::Logs::LogGroup"));
    for (const [id, properties] of functionsOf(template(name))) {
      expect(properties, id).toMatchObject({
        Runtime: "nodejs24.x",
        Architectures: ["arm64"],
        MemorySize: 512,
        Timeout: 10,
        TracingConfig: { Mode: "Active" },
        LoggingConfig: { LogFormat: "JSON" },
        RuntimeManagementConfig: { UpdateRuntimeOn: "FunctionUpdate" },
      });
      expect(logs[properties.LoggingConfig.LogGroup.Ref]?.Properties.RetentionInDays, id).toBe(30);
    }
  });
});

describe("a site with IAM and roles", () => {
  it("has a policy for each role, which allows the addresses of its routes, and no other", () => {
    const found = ofType(template("IAM"), "AWS::IAM::ManagedPolicy").map(([, { Properties }]) =>
      JSON.stringify(Properties.PolicyDocument.Statement)
        .match(/(?:GET|POST|PUT|PATCH|DELETE)\/[a-z/]+/g)
        ?.toSorted(),
    );
    const expected = Object.values(roles).map((ids: readonly string[]) =>
      routesOf(demo).flatMap(({ id, method, path }) => (ids.includes(id) ? [method + path] : [])),
    );
    expect(found).toEqual(expected.map((addresses) => addresses.toSorted()));
  });
});

describe("a site that groups its functions", () => {
  it("has one for all that read, one for all that write and one for all that ask the ERP, and those that are no routes", () => {
    expect([...functionsOf(template("odd")).keys()].toSorted()).toEqual([
      "asks-erp",
      "docs",
      "pages",
      "reads",
      "unrouted",
      "writes",
    ]);
  });

  it("lets the gateway call a function for its own routes alone", () => {
    const { resources } = template("odd");
    for (const { id, routes } of deployedOf(odd)) {
      const allowed = ofType(template("odd"), "AWS::Lambda::Permission").filter(
        ([, { Properties }]) => {
          const [name] = Properties.FunctionName["Fn::GetAtt"] as [string];
          return resources[name]?.Properties.Description.endsWith(`: ${id}`);
        },
      );
      const paths = allowed.map(([, { Properties }]) => JSON.stringify(Properties.SourceArn));
      expect(paths, id).toHaveLength(routes.length);
      for (const { method, path } of routes)
        expect(
          paths.some((arn) => arn.includes(`/${method}${path}"`)),
          `${id}: ${method} ${path}`,
        ).toBe(true);
    }
  });

  it("lets this gateway call a function from its stage, and nobody else: no test of a method in the console, which asks for no credentials", () => {
    const [api] = ofType(template("odd"), "AWS::ApiGateway::RestApi").map(([name]) => name);
    const [, { Properties: stage } = { Properties: {} }] =
      ofType(template("odd"), "AWS::ApiGateway::Stage")[0] ?? [];
    for (const [name, { Properties }] of ofType(template("odd"), "AWS::Lambda::Permission")) {
      expect(Properties.Principal, name).toBe("apigateway.amazonaws.com");
      expect(JSON.stringify(Properties.SourceArn), name).toContain(
        `{"Ref":"${api}"},"/${stage.StageName}/`,
      );
    }
  });
});

test("a resource that breaks a rule without a reason is not synthesised", () => {
  const app = new App(ownRulesAlone);
  new Table(new Stack(app, "Stack"), "Table", {
    partitionKey: { name: "pk", type: AttributeType.STRING },
  });
  addRules(app);
  expect(() => app.synth()).toThrow("AwsSolutions-DDB3");
});

describe("the table", () => {
  it("recovers to any second, forgets what has expired, is encrypted with a KMS key and cannot be deleted by mistake", () => {
    const [[, staging] = [], ...others] = ofType(template("tokens"), "AWS::DynamoDB::Table");
    expect(others).toEqual([]);
    expect(staging?.DeletionPolicy).toBe("RetainExceptOnCreate");
    expect(staging?.Properties).toMatchObject({
      BillingMode: "PAY_PER_REQUEST",
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      SSESpecification: { SSEEnabled: true },
      TimeToLiveSpecification: { AttributeName: definition.timeToLive, Enabled: true },
    });
  });

  it("goes with its stage in dev alone", () => {
    const [[, dev] = []] = ofType(template("demo"), "AWS::DynamoDB::Table");
    expect([dev?.DeletionPolicy, dev?.Properties.DeletionProtectionEnabled]).toEqual([
      "Delete",
      false,
    ]);
  });
});

describe("credentials", () => {
  test("IAM signs every request, to unknown addresses too", () => {
    for (const { properties } of served("IAM"))
      expect(properties.AuthorizationType).toBe("AWS_IAM");
  });

  test("an API key is asked for everywhere, and each name has one in the usage plan", () => {
    for (const { properties } of served("API keys")) expect(properties.ApiKeyRequired).toBe(true);
    expect(
      ofType(template("API keys"), "AWS::ApiGateway::ApiKey").map(
        ([, { Properties }]) => Properties.Name,
      ),
    ).toEqual(["Warehouse-demo-staging-scanner-1", "Warehouse-demo-staging-scanner-2"]);
    // API Gateway makes the values. A change of these lets CloudFormation write a key anew that was lost and switched off.
    for (const [, { Properties }] of ofType(template("API keys"), "AWS::ApiGateway::ApiKey"))
      expect(Properties).toEqual({
        Name: Properties.Name,
        Description: `The key of ${Properties.Name.replace("Warehouse-demo-staging-", "")}`,
        Enabled: true,
        Tags: expect.anything(),
      });
    expect(ofType(template("API keys"), "AWS::ApiGateway::UsagePlanKey")).toHaveLength(2);
    expect(template("API keys").outputs).toHaveProperty("UsagePlan");
  });

  test("a function that writes knows the name of each key by its id", () => {
    const names = functionsOf(template("API keys")).get("post-box").Environment.Variables
      .API_KEY_NAMES;
    expect(JSON.stringify(names)).toMatch(
      /"Ref":"\w+"\},"=scanner-1,",\{"Ref":"\w+"\},"=scanner-2"/,
    );
  });

  test("a token is looked at by the authorizer before any function, and its verdict is kept for a while", () => {
    const [[name, { Properties }] = ["", { Properties: {} }], ...others] = ofType(
      template("tokens"),
      "AWS::ApiGateway::Authorizer",
    );
    expect(others).toEqual([]);
    expect(Properties).toMatchObject({
      Type: "TOKEN",
      IdentitySource: "method.request.header.Authorization",
    });
    expect(Properties.AuthorizerResultTtlInSeconds).toBeGreaterThan(0);
    for (const { properties } of served("tokens"))
      expect(properties).toMatchObject({
        AuthorizationType: "CUSTOM",
        AuthorizerId: { Ref: name },
      });
  });
});

describe("an ERP in a network", () => {
  const given = template("an ERP in a network");
  const functions = functionsOf(given);
  const those = (wanted: (properties: Resource["Properties"]) => unknown) =>
    [...functions].flatMap(([id, properties]) => (wanted(properties) ? [id] : []));

  it("is reached by the look-up function, and by no other", () => {
    expect(those(({ VpcConfig }) => VpcConfig)).toEqual(["erp-lookup"]);
    expect(functions.get("erp-lookup").VpcConfig).toMatchObject({
      SecurityGroupIds: [network.securityGroup],
      SubnetIds: network.subnets,
    });
  });

  it("has its password read from the one secret, by that function alone", () => {
    for (const id of functions.keys()) {
      const statements = statementsOf(given, id).filter(({ Action }) =>
        String(Action).includes("secretsmanager"),
      );
      const expected =
        id === "erp-lookup"
          ? [{ Action: "secretsmanager:GetSecretValue", Effect: "Allow", Resource: secret }]
          : [];
      expect(statements, id).toEqual(expected);
    }
  });

  it("never holds more connections than it grants, which holds up nothing but look-ups: no other function has a ceiling", () => {
    expect(functions.get("erp-lookup").ReservedConcurrentExecutions).toBe(8);
    expect(
      those(({ ReservedConcurrentExecutions }) => ReservedConcurrentExecutions !== undefined),
    ).toEqual(["erp-lookup"]);
  });

  it("is asked through that function by those whose routes ask it, who may call it and nothing else", () => {
    expect(those(({ Environment }) => Environment?.Variables.ERP_LOOKUP_URL).toSorted()).toEqual(
      asking(inNetwork).toSorted(),
    );
    const [lookup] =
      Object.entries(given.resources).find(([, { Properties }]) =>
        Properties?.Description?.endsWith(": erp-lookup"),
      ) ?? [];
    for (const id of functions.keys()) {
      const calls = statementsOf(given, id).filter(({ Action }) =>
        String(Action).includes("lambda:"),
      );
      const expected = asking(inNetwork).some((asks) => asks === id)
        ? [
            {
              Action: "lambda:InvokeFunction",
              Effect: "Allow",
              Resource: { "Fn::GetAtt": [lookup, "Arn"] },
            },
          ]
        : [];
      expect(calls, id).toEqual(expected);
    }
    expect(JSON.stringify(functions.get("post-box").Environment.Variables.ERP_LOOKUP_URL)).toMatch(
      /https:\/\/lambda\..*AWS::Region.*AWS::URLSuffix.*\/2015-03-31\/functions\/.*\/invocations/,
    );
  });
});

describe("the gateway", () => {
  it("throttles where the site answers so, and only there", () => {
    const settings = (name: string) =>
      ofType(template(name), "AWS::ApiGateway::Stage")[0]?.[1].Properties.MethodSettings?.[0] ?? {};
    expect(settings("demo")).not.toHaveProperty("ThrottlingRateLimit");
    expect(settings("odd")).toMatchObject({ ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 });
  });

  it("has the domain that the site names, and only then", () => {
    expect(ofType(template("demo"), "AWS::ApiGateway::DomainName")).toEqual([]);
    expect(ofType(template("odd"), "AWS::ApiGateway::DomainName")[0]?.[1].Properties).toMatchObject(
      { DomainName: "lager.example.org" },
    );
    expect(template("odd").outputs.Url?.Value).toBe("https://lager.example.org/lager/v3");
  });

  it("logs each request as JSON, without what was sent", () => {
    const { AccessLogSetting, TracingEnabled } =
      ofType(template("demo"), "AWS::ApiGateway::Stage")[0]?.[1].Properties ?? {};
    const line = JSON.parse(AccessLogSetting.Format) as Record<string, string>;
    expect(Object.values(line)).toContain("$context.status");
    expect(AccessLogSetting.Format).not.toMatch(
      /body|querystring|header|authorizer\.claims|context\.path/i,
    );
    expect(TracingEnabled).toBe(true);
  });

  it("serves the pages where the site has them, open to anybody, and what is no text as it is to who accepts its type", () => {
    const pages = (name: string) =>
      methodsOf(template(name)).filter(({ functionId }) => functionId === "pages");
    expect(pages("IAM")).toEqual([]);
    for (const [name, path] of [
      ["demo", "/app"],
      ["odd", "/lager/v3/seiten"],
    ] as const) {
      expect(
        sorted(
          pages(name).map(
            (page) => `${page.method} ${page.path} ${page.properties.AuthorizationType}`,
          ),
        ),
      ).toEqual([`GET ${path} NONE`, `GET ${path}/{file} NONE`]);
    }
    const binary = (name: string) =>
      ofType(template(name), "AWS::ApiGateway::RestApi")[0]?.[1].Properties.BinaryMediaTypes;
    expect(["demo", "odd", "IAM"].map(binary)).toEqual([
      ["application/wasm"],
      ["application/wasm"],
      undefined,
    ]);
  });

  it("serves the page that describes the API where the site deploys it, and only there", () => {
    const pages = (name: string) =>
      methodsOf(template(name)).flatMap(({ functionId, path }) =>
        functionId === "docs" ? [path] : [],
      );
    expect(pages("demo")).toEqual([]);
    const own = ["/lager/v3/hilfe/schnittstelle", "/lager/v3/hilfe/schnittstelle/{file}"];
    expect(pages("odd").toSorted()).toEqual(own);
  });
});
