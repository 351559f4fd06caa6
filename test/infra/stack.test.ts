import { App, Stack } from "aws-cdk-lib";
import { AttributeType, Table } from "aws-cdk-lib/aws-dynamodb";
import { describe, expect, it, test } from "vitest";
import type { DeploymentSettings } from "#infra/deployment.ts";
import { functionsOf as deployedOf } from "#infra/route-functions.ts";
import { addNagRules } from "#infra/stack/nag-rules.ts";
import { openFilesOf } from "#infra/stack/open-files.ts";
import { tableActions } from "#infra/stack/table-policy.ts";
import {
  ownRulesAlone,
  resourcesWithoutCode,
  type StackTemplate,
  type TemplateResource,
} from "#infra/stack/template.ts";
import { accessOf, usesTable } from "#lib/http/route.ts";
import { routesOf, v1 } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { tableLayout as definition } from "#lib/store/table.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import { documentOf, operationsOf } from "../openapi/document.ts";
import apiKey from "../site/api-key.ts";
import { demoWith } from "../site/demo-with.ts";
import jwt from "../site/jwt.ts";
import odd from "../site/odd.ts";
import { endpointsOfRole } from "../site/roles.ts";
import { erpOf } from "../site/site-kinds.ts";
import tokenRoles from "../site/token-roles.ts";
import { newFolder } from "../support/folder.ts";
import {
  deploymentWith,
  functionOf,
  functionsOf,
  methodsOf,
  nameOfOnly,
  ofType,
  propertiesOfOnly,
  statementsOf,
  templateOf,
} from "./template.ts";

/** A site whose ERP is on a server in a private network, which grants six connections. */
const inNetwork = demoWith({ erp: erpOf({ erp: "postgresql", network: "vpc" }) });

const groupedFunctions = deploymentWith({ functions: "group" });
/** With the API's docs page deployed and X-Ray tracing on. */
const withDocs = deploymentWith({
  ...{ functions: "group", docs: "/hilfe/schnittstelle", tracing: "true" },
});
const oneFunctionEach = deploymentWith({ functions: "endpoint" });
const iamSite = demoWith({
  auth: { scheme: "iam", allowed: { roles: endpointsOfRole } },
  pages: false,
});

const namedStacks: readonly (readonly [string, Site, string, DeploymentSettings])[] = [
  ["demo", demo, "staging", groupedFunctions],
  ["demo, a function an endpoint", demo, "staging", oneFunctionEach],
  ["plain", plain, "staging", groupedFunctions],
  ["plain, a function an endpoint", plain, "staging", oneFunctionEach],
  ["odd", odd, "local", withDocs],
  ["API keys", apiKey, "staging", groupedFunctions],
  ["tokens", jwt, "staging", oneFunctionEach],
  ["tokens and pages", tokenRoles, "staging", groupedFunctions],
  ["IAM", iamSite, "staging", groupedFunctions],
  ["an ERP in a network", inNetwork, "staging", groupedFunctions],
  ["an ERP in a network, a function an endpoint", inNetwork, "staging", oneFunctionEach],
];
const templatesByName = new Map<string, StackTemplate>(
  namedStacks.map(([name, site, stage, deployment]) => [
    name,
    templateOf(site, stage, { deployment }),
  ]),
);
const templateNamed = (name: string) => templatesByName.get(name) as StackTemplate;

/** The methods that need credentials: all except public files, the health address (`health.test.ts`) and preflights. */
const servedRoutes = (name: string) =>
  methodsOf(templateNamed(name)).filter(
    ({ functionId, method }) =>
      functionId !== "docs" &&
      functionId !== "pages" &&
      method !== "OPTIONS" &&
      !(functionId === "unrouted" && method === "GET"),
  );

type RoutedMethod = { readonly id: string; readonly method: string; readonly path: string };
const lineOf = ({ id, method, path }: RoutedMethod) => `${id}: ${method} ${path}`;

describe.each(namedStacks)("the stack of %s", (name, site, _, deployment) => {
  it("has the described routes, each before its function, and no other", () => {
    const behind = deployedOf(site, deployment).flatMap(({ id, routes }) =>
      routes.map((route) => lineOf({ ...route, id })),
    );
    const deployed = servedRoutes(name).flatMap(({ functionId: id, ...method }) =>
      id === "unrouted" ? [] : [lineOf({ ...method, id })],
    );
    expect(deployed.toSorted()).toEqual(behind.toSorted());
    const described = operationsOf(documentOf(site)).map(({ operationId, ...operation }) =>
      lineOf({ ...operation, id: operationId }),
    );
    expect(described.toSorted()).toEqual(routesOf(site).map(lineOf).toSorted());
  });

  it("answers every other method of an address, and what lies below one", () => {
    const rest = servedRoutes(name).filter(({ functionId }) => functionId === "unrouted");
    expect(new Set(rest.map(({ method }) => method))).toEqual(new Set(["ANY"]));
    const paths = new Set(rest.map(({ path }) => path));
    const files = openFilesOf(site, deployment).map(({ path }) => path);
    for (const { path } of routesOf(site)) {
      expect(paths).toContain(path);
      const parts = path.split("/");
      for (const at of parts.keys()) {
        const above = parts.slice(0, at + 1).join("/");
        expect(paths).toContain(`${above}/${files.includes(above) ? "{file}" : "{proxy+}"}`);
      }
    }
  });

  it("gives the file of an embedded ERP only to the functions that read it", () => {
    const readers = [...functionsOf(templateNamed(name))].flatMap(([id, { Environment }]) =>
      Environment.Variables.ERP_SQLITE ? [id] : [],
    );
    const asking = deployedOf(site, deployment).filter(({ routes }) =>
      routes.some((route) => accessOf(v1[route.id], site).erp),
    );
    const isEmbedded = site.erp.connection === false;
    expect(readers.toSorted()).toEqual(isEmbedded ? asking.map(({ id }) => id).toSorted() : []);
  });

  it("lets a function check rows only where the ERP must know goods or boxes", () => {
    const refuses = site.box.unknownBox === "refuse" || site.location.unknownGoods === "refuse";
    const checks = JSON.stringify(templateNamed(name).resources).includes("ConditionCheckItem");
    expect(checks).toBe(refuses);
  });

  it("gives each function only its routes' actions on the table and the index", () => {
    for (const { id, routes, access } of deployedOf(site, deployment)) {
      const statements = statementsOf(templateNamed(name), id).filter(({ Action }) =>
        JSON.stringify(Action).includes("dynamodb:"),
      );
      const on = (wanted: boolean) =>
        statements.flatMap(({ Action, Resource }) =>
          [Resource].flat().flatMap((resource) => {
            const isIndex = JSON.stringify(resource).includes(`/index/${definition.index.name}`);
            return isIndex === wanted ? Action : [];
          }),
        );
      const { table, index } = tableActions(access);
      expect(new Set(table), id).toEqual(
        new Set(routes.flatMap((route) => tableActions(accessOf(route, site)).table)),
      );
      expect([on(false).toSorted(), on(true)], id).toEqual([table.toSorted(), index]);
      expect(JSON.stringify(statements), id).not.toContain("*");
    }
  });

  it("lets functions without access only write their log and their trace", () => {
    const idle = deployedOf(site, deployment).flatMap(({ id, access }) =>
      usesTable(access) ? [] : [id],
    );
    for (const id of [...idle, "unrouted", ...(site.pages ? ["pages"] : [])])
      expect(
        new Set(statementsOf(templateNamed(name), id).flatMap(({ Action }) => Action)),
      ).toEqual(
        new Set([
          ...["logs:CreateLogStream", "logs:PutLogEvents"],
          ...(deployment.tracing ? ["xray:PutTelemetryRecords", "xray:PutTraceSegments"] : []),
        ]),
      );
  });
});

const operationsIn = (name: string) =>
  servedRoutes(name).filter(({ functionId }) => functionId !== "unrouted").length;

it.each([
  ["plain", 4],
  ["plain, a function an endpoint", operationsIn("plain") + 1],
  ["demo", 5],
  ["demo, a function an endpoint", operationsIn("demo") + 2],
])("the stack of %s has %i functions, a role for each, and five alarms", (name, functions) => {
  const given = templateNamed(name);
  const size = {
    functions: functionsOf(given).size,
    // docs/how-far.md computes from these how many sites fit in an account.
    roles: ofType(given, "AWS::IAM::Role").length,
    alarms: ofType(given, "AWS::CloudWatch::Alarm").length,
  };
  expect(size).toEqual({ functions, roles: functions + 1, alarms: 5 });
});

it.each(["plain", "plain, a function an endpoint"])(
  "the stack of %s has no page, description or preflight, and sends no changes",
  (name) => {
    const given = templateNamed(name);
    const ids = [...functionsOf(given).keys()];
    expect(ids.filter((id) => ["pages", "docs", "get-me"].includes(id))).toEqual([]);
    expect(methodsOf(given).filter(({ method }) => method === "OPTIONS")).toEqual([]);
    expect(propertiesOfOnly(given, "AWS::DynamoDB::Table")).not.toHaveProperty(
      "StreamSpecification",
    );
    for (const type of ["AWS::Pipes::Pipe", "AWS::SQS::Queue", "AWS::Events::EventBus"])
      expect(ofType(given, type)).toEqual([]);
  },
);

it("groups keep their names, so an update replaces no function", () => {
  expect([...functionsOf(templateNamed("demo")).keys()].toSorted()).toEqual([
    ...["asks-erp", "pages", "reads", "unrouted", "writes"],
  ]);
});

it("a site with IAM has a policy per role with only its routes' addresses", () => {
  const found = ofType(templateNamed("IAM"), "AWS::IAM::ManagedPolicy").map(([, { Properties }]) =>
    JSON.stringify(Properties.PolicyDocument.Statement)
      .match(/(?:GET|POST|PUT|PATCH|DELETE)\/[a-z/]+/g)
      ?.toSorted(),
  );
  const expected = Object.values(endpointsOfRole).map((ids: readonly string[]) =>
    routesOf(demo).flatMap(({ id, method, path }) => (ids.includes(id) ? [method + path] : [])),
  );
  expect(found).toEqual(expected.map((addresses) => addresses.toSorted()));
});

it("only this gateway's stage can call a function, and only for its routes", () => {
  const given = templateNamed("odd");
  const api = nameOfOnly(given, "AWS::ApiGateway::RestApi");
  const { StageName } = propertiesOfOnly(given, "AWS::ApiGateway::Stage");
  const from = `{"Ref":"${api}"},"/${StageName}/`;
  const permitted = ofType(given, "AWS::Lambda::Permission").map(([, { Properties }]) => {
    expect(Properties.Principal).toBe("apigateway.amazonaws.com");
    const [, address = ""] = JSON.stringify(Properties.SourceArn).split(from);
    return `${functionOf(given, Properties.FunctionName)} ${address.replace('"]]}', "")}`;
  });
  const others = /^(unrouted|docs|pages) /;
  expect(permitted.filter((one) => !others.test(one)).toSorted()).toEqual(
    deployedOf(odd, groupedFunctions)
      .flatMap(({ id, routes }) => routes.map(({ method, path }) => `${id} ${method}${path}`))
      .toSorted(),
  );
});

test("a resource that breaks a rule without a reason is not synthesised", () => {
  const app = new App({ ...ownRulesAlone, outdir: newFolder() });
  new Table(new Stack(app, "Stack"), "Table", {
    partitionKey: { name: "pk", type: AttributeType.STRING },
  });
  addNagRules(app);
  expect(() => app.synth()).toThrow("AwsSolutions-DDB3");
});

test("the table has recovery to any second, expiry, and encryption with a KMS key", () => {
  expect(propertiesOfOnly(templateNamed("tokens"), "AWS::DynamoDB::Table")).toMatchObject({
    BillingMode: "PAY_PER_REQUEST",
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    SSESpecification: { SSEEnabled: true },
    TimeToLiveSpecification: { AttributeName: definition.timeToLive, Enabled: true },
  });
});

test("the index has the attributes that pages show", () => {
  const table = propertiesOfOnly(templateNamed("plain"), "AWS::DynamoDB::Table");
  const { name, projected } = definition.index;
  const Projection = { ProjectionType: "INCLUDE", NonKeyAttributes: [...projected] };
  expect(table.GlobalSecondaryIndexes).toMatchObject([{ IndexName: name, Projection }]);
});

test("each function has the version of the runtime that the deployment names", () => {
  const arn = `arn:aws:lambda:eu-central-1::runtime:${"0".repeat(64)}`;
  const versionsOf = (runtime: string) => {
    const deployment = deploymentWith({ runtime });
    const functions = [...functionsOf(templateOf(plain, "staging", { deployment })).values()];
    return new Set(functions.map((one) => JSON.stringify(one.RuntimeManagementConfig)));
  };
  expect(versionsOf("newest")).toEqual(new Set(['{"UpdateRuntimeOn":"FunctionUpdate"}']));
  expect(versionsOf(arn)).toEqual(
    new Set([JSON.stringify({ RuntimeVersionArn: arn, UpdateRuntimeOn: "Manual" })]),
  );
});

test("the table is warm as the deployment asks", () => {
  const warmOf = (template: StackTemplate) =>
    propertiesOfOnly(template, "AWS::DynamoDB::Table").WarmThroughput;
  const deployment = deploymentWith({ warmThroughput: '{"reads":12000,"writes":8000}' });
  expect(warmOf(templateOf(plain, "staging", { deployment }))).toEqual({
    ReadUnitsPerSecond: 12_000,
    WriteUnitsPerSecond: 8_000,
  });
  expect(warmOf(templateNamed("plain"))).toBeUndefined();
});

test.each([
  ["demo", ["Url", "ApiId", "PagesUrl", "TableName"]],
  ["plain", ["Url", "ApiId", "TableName"]],
])("the outputs of %s name what its users open and its commands take", (name, outputs) => {
  const given = Object.keys(templateNamed(name).outputs);
  expect(given.filter((output) => outputs.includes(output))).toEqual(outputs);
  expect(given.includes("PagesUrl")).toBe(outputs.includes("PagesUrl"));
});

test("the address of the pages ends with their path", () => {
  const { PagesUrl } = templateNamed("demo").outputs;
  expect(JSON.stringify(PagesUrl)).toContain(`${demo.pages ? demo.pages.path : "no pages"}"`);
});

test("a resource has the tags of its site and stage", () => {
  const { Tags } = propertiesOfOnly(templateNamed("odd"), "AWS::DynamoDB::Table");
  expect(Tags).toEqual([
    { Key: "site", Value: "odd" },
    { Key: "stage", Value: "local" },
  ]);
});

describe("credentials", () => {
  test("every request needs a key of the usage plan; the stack has no key", () => {
    const given = templateNamed("API keys");
    for (const { properties } of servedRoutes("API keys"))
      expect(properties.ApiKeyRequired).toBe(true);
    for (const type of ["AWS::ApiGateway::ApiKey", "AWS::ApiGateway::UsagePlanKey"])
      expect(ofType(given, type)).toEqual([]);
    // Another logical id would be a new plan, without the keys that npm run keys has added.
    expect(nameOfOnly(given, "AWS::ApiGateway::UsagePlan")).toBe("ApiUsagePlanDBBE8AB1");
  });

  test("the authorizer checks a token before any function, and its verdict is kept", () => {
    const given = templateNamed("tokens");
    const authorizer = propertiesOfOnly(given, "AWS::ApiGateway::Authorizer");
    expect(authorizer).toMatchObject({
      Type: "TOKEN",
      IdentitySource: "method.request.header.Authorization",
    });
    expect(authorizer.AuthorizerResultTtlInSeconds).toBeGreaterThan(0);
    for (const { properties } of servedRoutes("tokens"))
      expect(properties).toMatchObject({
        AuthorizationType: "CUSTOM",
        AuthorizerId: { Ref: nameOfOnly(given, "AWS::ApiGateway::Authorizer") },
      });
  });
});

describe.each([
  ["an ERP in a network", groupedFunctions, "asks-erp"],
  ["an ERP in a network, a function an endpoint", oneFunctionEach, "post-box"],
])("%s", (name, deployment, saving) => {
  const given = templateNamed(name);
  const functions = functionsOf(given);
  const those = (wanted: (properties: TemplateResource["Properties"]) => unknown) =>
    [...functions].flatMap(([id, properties]) => (wanted(properties) ? [id] : []));
  /** The resource of a function's only statement with this action. */
  const allowed = (action: string) =>
    [...functions.keys()].flatMap((id) =>
      statementsOf(given, id).flatMap(({ Action, Resource }) =>
        Action === action ? [[id, Resource] as const] : [],
      ),
    );

  it("is reached by the look-up function alone, with as many connections as it grants", () => {
    expect(those(({ VpcConfig }) => VpcConfig)).toEqual(["erp-lookup"]);
    expect(functions.get("erp-lookup")).toMatchObject({
      VpcConfig: {
        SecurityGroupIds: ["sg-0a1b2c3d"],
        SubnetIds: ["subnet-0a1b2c3d", "subnet-0a1b2c3e"],
      },
      ReservedConcurrentExecutions: 6,
    });
    expect(those(({ ReservedConcurrentExecutions: ceiling }) => ceiling !== undefined)).toEqual([
      "erp-lookup",
    ]);
  });

  it("has its password read from the one secret, by that function alone", () => {
    expect(allowed("secretsmanager:GetSecretValue")).toEqual([
      ["erp-lookup", expect.stringMatching(/^arn:.*:secret:erp-AbCdEf$/)],
    ]);
    expect(JSON.stringify(given.resources).match(/secretsmanager:\w+"/g)).toHaveLength(1);
  });

  it("is called through that function by the routes that need it, nothing else", () => {
    const asking = deployedOf(inNetwork, deployment).flatMap(({ id, access }) =>
      access.erp ? [id] : [],
    );
    expect(those(({ Environment }) => Environment?.Variables.ERP_LOOKUP_URL)).toEqual(asking);
    const calls = allowed("lambda:InvokeFunction");
    expect(calls.map(([id]) => id)).toEqual(asking);
    for (const [, resource] of calls) expect(functionOf(given, resource)).toBe("erp-lookup");
    expect(JSON.stringify(functions.get(saving).Environment.Variables.ERP_LOOKUP_URL)).toMatch(
      /https:\/\/lambda\..*AWS::Region.*AWS::URLSuffix.*\/2015-03-31\/functions\/.*\/invocations/,
    );
  });
});

describe("the gateway", () => {
  it("has the site's domain for this stage with TLS 1.2, and no other address", () => {
    expect(propertiesOfOnly(templateNamed("odd"), "AWS::ApiGateway::DomainName")).toMatchObject({
      DomainName: "lager.example.org",
      SecurityPolicy: "TLS_1_2",
    });
    expect(
      propertiesOfOnly(templateNamed("odd"), "AWS::ApiGateway::RestApi").DisableExecuteApiEndpoint,
    ).toBe(true);
    expect(templateNamed("odd").outputs.Url?.Value).toBe("https://lager.example.org/lager/v3");
    // This stage has no domain.
    const other = templateOf(odd, "dev");
    expect(ofType(other, "AWS::ApiGateway::DomainName")).toEqual([]);
    expect(propertiesOfOnly(other, "AWS::ApiGateway::RestApi")).not.toHaveProperty(
      "DisableExecuteApiEndpoint",
    );
  });

  it("logs each request as JSON, without what was sent", () => {
    const { AccessLogSetting } = propertiesOfOnly(templateNamed("demo"), "AWS::ApiGateway::Stage");
    expect(Object.values(JSON.parse(AccessLogSetting.Format))).toContain("$context.status");
    expect(AccessLogSetting.Format).not.toMatch(
      /body|querystring|header|authorizer\.claims|context\.path/i,
    );
  });

  it("is traced only where the deployment sets it", () => {
    const isTraced = (name: string) =>
      propertiesOfOnly(templateNamed(name), "AWS::ApiGateway::Stage").TracingEnabled;
    expect([isTraced("demo"), isTraced("odd")]).toEqual([false, true]);
  });

  it("has at most one variable part below a path, as API Gateway takes it", () => {
    for (const name of ["demo", "odd"]) {
      const variable = [...new Set(methodsOf(templateNamed(name)).map(({ path }) => path))].filter(
        (path) => path.endsWith("}"),
      );
      const above = variable.map((path) => path.replace(/\/[^/]*$/, ""));
      expect(above.toSorted()).toEqual([...new Set(above)].toSorted());
    }
  });

  it.each([
    ["demo", "/app/me", { AuthorizationType: "NONE", ApiKeyRequired: true }],
    ["tokens and pages", "/app/me", { AuthorizationType: "CUSTOM" }],
  ])("on %s asks for credentials at %s, except for public files", (name, path, checks) => {
    const asked = methodsOf(templateNamed(name)).filter(
      (one) => one.path === path && one.method === "GET",
    );
    expect(asked).toMatchObject([{ functionId: "reads", properties: checks }]);
  });

  it.each([
    ["pages", "demo", "/app"],
    ["pages", "odd", "/lager/v3/seiten"],
    ["pages", "IAM", undefined],
    ["docs", "odd", "/lager/v3/hilfe/schnittstelle"],
    ["docs", "demo", undefined],
  ] as const)("serves the %s of %s without credentials, at %s", (id, name, path) => {
    const open = methodsOf(templateNamed(name)).flatMap(
      ({ functionId, method, path, properties }) =>
        functionId === id ? [`${method} ${path} ${properties.AuthorizationType}`] : [],
    );
    expect(open.toSorted()).toEqual(path ? [`GET ${path} NONE`, `GET ${path}/{file} NONE`] : []);
    // API Gateway sends binary types unchanged.
    const { BinaryMediaTypes } = propertiesOfOnly(templateNamed(name), "AWS::ApiGateway::RestApi");
    if (id === "pages") expect(BinaryMediaTypes).toEqual(path && ["application/wasm"]);
  });
});

test("the resources without templates are those of the template", () => {
  const settings = { site: plain, stage: "staging", deployment: groupedFunctions };
  const typesOf = (resources: Readonly<Record<string, { readonly Type: string }>>) =>
    Object.values(resources)
      .map(({ Type }) => Type)
      .toSorted();
  expect(typesOf(resourcesWithoutCode(settings, newFolder()))).toEqual(
    typesOf(templateNamed("plain").resources),
  );
});
