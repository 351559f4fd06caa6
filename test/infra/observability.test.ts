import { readFileSync, renameSync } from "node:fs";
import { App, Stack } from "aws-cdk-lib";
import { Match, Template } from "aws-cdk-lib/assertions";
import { RestApi } from "aws-cdk-lib/aws-apigateway";
import { Code, Function as LambdaFunction, Runtime } from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { deploymentOf } from "#infra/deployment.ts";
import { addChanges } from "#infra/stack/changes.ts";
import { addTable } from "#infra/stack/tables.ts";
import { watchOver } from "#infra/watch/watch-over.ts";
import { logCodes } from "#lib/log.ts";
import { metricMeanings, metricNamespace } from "#lib/metrics.ts";
import type { Site } from "#lib/site/schema.ts";
import { openTransport } from "../support/api.ts";
import { untilTimeIsUp } from "../support/late.ts";
import { type Emitted, emittedIn, keepOutput } from "../support/output.ts";
import { boxNo, fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import "../support/environment.ts";
import { endpoint } from "../support/worker.ts";
import { ownRulesAlone } from "./template.ts";

// What the stack sets for its functions; asserted below.
const service = vi.hoisted(() => {
  process.env.WRITE_METRICS = "1";
  process.env.SERVICE_NAME = "demo-test";
  return "demo-test";
});

const build = (): Template => {
  const stack = new Stack(new App(ownRulesAlone), "Warehouse-demo-test");
  const given: Readonly<Record<string, unknown>> = { alarmsTo: "ada@example.org", budget: 50 };
  const deployment = deploymentOf((name) => given[name]);
  const sending: Site = { ...site, changes: { to: "queue", who: false } };
  const table = addTable(stack, { site: sending, stage: "dev", deployment, bundles: new Map() });
  const changes = addChanges(stack, sending, "dev", table);
  const api = new RestApi(stack, "Api", {
    restApiName: "bare",
    deployOptions: { stageName: "test" },
  });
  api.root.addMethod("GET");
  const one = new LambdaFunction(stack, "One", {
    runtime: Runtime.NODEJS_24_X,
    handler: "index.handler",
    code: Code.fromInline("exports.handler = async () => {}"),
    environment: { SERVICE_NAME: "another" },
  });
  const accessLog = new LogGroup(stack, "AccessLog");
  const functions = new Map([["one", one]]);
  const watched = { api, accessLog, functions, table, changes };
  watchOver(stack, { site, stage: "test", deployment, ...watched });
  return Template.fromStack(stack);
};

const template = build();
const operations = readFileSync("docs/operations.md", "utf8");
const all = (type: string) =>
  Object.values(template.findResources(`AWS::CloudWatch::${type}`)).map(
    ({ Properties }) => Properties,
  );
const alarms: AlarmProperties[] = all("Alarm");

type Stat = {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
};
type AlarmProperties = Stat & {
  readonly AlarmName: string;
  readonly AlarmActions?: unknown;
  readonly Metrics?: readonly { readonly MetricStat?: { readonly Metric: Stat } }[];
};

/** Every metric that an alarm looks at, alone or in an expression. */
const metricsOf = (alarm: AlarmProperties): Stat[] =>
  alarm.Metrics ? alarm.Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []) : [alarm];

/** The service's own metrics on the dashboard. */
const shown = (): string[] => {
  const parts: unknown[] = all("Dashboard")[0]?.DashboardBody["Fn::Join"][1];
  const text = parts.map((part) => (typeof part === "string" ? part : "(token)")).join("");
  const pairs = text.matchAll(new RegExp(`"${metricNamespace}","(\\w+)"`, "g"));
  return [...pairs].map(([, name = ""]) => name);
};

/** Lines that a real run of endpoints wrote: a write, conflicts until the time is up, and an ERP that cannot be reached. */
let emitted: Emitted[] = [];

beforeAll(async () => {
  const output = keepOutput();
  const file = process.env.ERP_SQLITE ?? "";
  renameSync(file, `${file}.away`);
  const { send } = await openTransport();
  const n = fresh();
  const json = { "Content-Type": "application/json" };
  const keyed = { ...json, "Idempotency-Key": `key-${n}-of-a-write` };
  const body = JSON.stringify({ zongpai: zongpai(n), location: location(1) });
  const write = (headers: Record<string, string>) =>
    send({ method: "POST", path: "/trace/location", headers, body });
  for (const _ of [1, 2]) await write(keyed);
  for (let times = 0; times < 5; times += 1)
    await send({ method: "GET", path: "/box/info", query: [["box_no", boxNo(n)]] });
  endpoint.faults = (operation) =>
    operation === "TransactWriteItems" ? { kind: "conflict" } : undefined;
  await untilTimeIsUp(() => write(json));
  emitted = emittedIn(output);
  vi.restoreAllMocks();
});

describe("the alarms of a deployment", () => {
  it("watch, of what the service counts, only what a run of it really emitted, under the same namespace and service", () => {
    const own = alarms.flatMap(metricsOf).filter(({ Namespace }) => Namespace === metricNamespace);
    expect(own.map(({ MetricName }) => MetricName)).toEqual([
      ...["TurnedAway", "Accepted", "Replayed", "ConflictGivenUp", "ErpBreakerOpen", "Accepted"],
    ]);
    for (const { MetricName, Dimensions } of own) {
      expect(Dimensions).toEqual([{ Name: "service", Value: service }]);
      // CloudWatch counts that, in the access log; `turned-away.test.ts` is about it.
      if (MetricName !== "TurnedAway")
        expect(emitted).toContainEqual({
          namespace: metricNamespace,
          dimensions: expect.objectContaining({ service }),
          counts: expect.objectContaining({ [MetricName]: expect.any(Number) }),
        });
    }
  });

  it("have in docs/operations.md what to do, and take silence for good news", () => {
    const raised = [...all("CompositeAlarm"), ...alarms.filter((one) => one.AlarmActions)];
    expect(raised.length).toBeGreaterThan(5);
    for (const { AlarmName } of raised)
      expect(operations).toContain(`\n### ${AlarmName.replace("Warehouse-demo-test-", "")}\n\n`);
    template.allResourcesProperties("AWS::CloudWatch::Alarm", { TreatMissingData: "notBreaching" });
  });

  const share = "100 * failed / IF(requests > 200, requests, 200)";
  const inVain = "IF(FILL(accepted, 0) + FILL(replayed, 0) > 0, 0, client + server)";
  const late = "FILL(failed, 0) + IF(FILL(accepted, 0) > 0 AND FILL(sent, 0) == 0, 1, 0)";
  it.each([
    ["ServerErrors", 1, 1, 1, share, ["5XXError", "Count"]],
    ["TurnedAway", 5, 1, 1, share, ["TurnedAway", "Count"]],
    ["NothingAccepted", 10, 3, 3, inVain, ["Accepted", "Replayed", "4XXError", "5XXError"]],
    ["ChangesLate", 0, 3, 3, late, ["ExecutionFailed", "Accepted", "EventCount"]],
    ["Slow", 1_000, 2, 3, "IF(requests >= 200, latency, 0)", ["Latency", "Count"]],
  ] as const)(
    "%s is raised above %d, in %d of %d periods of five minutes, and few requests raise none",
    (id, above, periods, of, expression, names) => {
      const alarm = alarms.find(({ AlarmName }) => AlarmName.endsWith(`-${id}`));
      expect(alarm).toMatchObject({
        Threshold: above,
        ComparisonOperator: "GreaterThanThreshold",
        DatapointsToAlarm: periods,
        EvaluationPeriods: of,
        Metrics: expect.arrayContaining([expect.objectContaining({ Expression: expression })]),
      });
      expect(alarm && metricsOf(alarm).map(({ MetricName }) => MetricName)).toEqual(names);
    },
  );

  it("report throttling once, whatever was throttled", () => {
    const limits = alarms.filter(({ AlarmName }) => AlarmName.includes("-Throttled-"));
    expect(limits.flatMap(metricsOf).map(({ MetricName }) => MetricName)).toEqual([
      "Throttles",
      ...["ReadThrottleEvents", "WriteThrottleEvents"],
      ...["ReadThrottleEvents", "WriteThrottleEvents"],
    ]);
    for (const limit of limits) expect(limit).not.toHaveProperty("AlarmActions");
    const [{ AlarmRule } = { AlarmRule: "" }] = all("CompositeAlarm");
    expect(JSON.stringify(AlarmRule).match(/ALARM\(/g)).toHaveLength(limits.length);
  });

  it("send to a topic that is encrypted, takes nothing without TLS, and that CloudWatch may publish to", () => {
    template.hasResourceProperties("AWS::SNS::Topic", { KmsMasterKeyId: Match.anyValue() });
    template.hasResourceProperties("AWS::KMS::Key", {
      EnableKeyRotation: true,
      KeyPolicy: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: ["kms:Decrypt", "kms:GenerateDataKey*"],
            Principal: { Service: "cloudwatch.amazonaws.com" },
          }),
        ]),
      },
    });
    template.hasResourceProperties("AWS::SNS::TopicPolicy", {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: "Deny",
            Action: "sns:Publish",
            Condition: { Bool: { "aws:SecureTransport": "false" } },
          }),
          Match.objectLike({
            Effect: "Allow",
            Action: "sns:Publish",
            Principal: { Service: "cloudwatch.amazonaws.com" },
          }),
        ]),
      },
    });
    template.hasOutput("AlarmsTopic", {});
  });

  it("go to the address that the deployment names, as does a bill beyond its budget", () => {
    template.hasResourceProperties("AWS::SNS::Subscription", {
      Protocol: "email",
      Endpoint: "ada@example.org",
    });
    template.hasResourceProperties("AWS::Budgets::Budget", {
      Budget: { BudgetLimit: { Amount: 50, Unit: "USD" }, TimeUnit: "MONTHLY" },
      NotificationsWithSubscribers: Match.arrayWith([
        Match.objectLike({
          Subscribers: [{ Address: "ada@example.org", SubscriptionType: "EMAIL" }],
        }),
      ]),
    });
  });
});

it("the dashboard shows everything that the service counts", () => {
  expect([...new Set(shown())].toSorted()).toEqual(Object.keys(metricMeanings).toSorted());
});

it("docs/operations.md says of each metric what it shows, and of each log code what to do", () => {
  const names = [...Object.keys(metricMeanings), ...Object.keys(logCodes)];
  expect(names.filter((name) => !RegExp(`\n- [^:\n]*\`${name}\``).test(operations))).toEqual([]);
});
