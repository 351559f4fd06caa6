import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Template } from "#infra/stack/template.ts";
import { logCodes } from "#lib/log.ts";
import { metricMeanings, metricNamespace } from "#lib/metrics.ts";
import { demoWith } from "../site/changed.ts";
import { deploymentWith, functionsOf, ofType, only, templateOf } from "./template.ts";

const given: Readonly<Record<string, unknown>> = { alarmsTo: "ada@example.org", budget: 50 };
const templateBy = (functions: "group" | "endpoint") =>
  templateOf(demoWith({ changes: { to: "queue", who: false } }), "staging", {
    deployment: deploymentWith({ ...given, functions }),
  });
const template = templateBy("group");
const operations = readFileSync("docs/operations.md", "utf8");

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
const alarmsOf = (template: Template) =>
  ofType(template, "AWS::CloudWatch::Alarm").map(
    ([, { Properties }]): AlarmProperties => Properties,
  );
const alarms = alarmsOf(template);

/** Every metric that an alarm looks at, alone or in an expression. */
const metricsOf = (alarm: AlarmProperties): Stat[] =>
  alarm.Metrics ? alarm.Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []) : [alarm];

describe("the alarms of a deployment", () => {
  const composite = only(template, "AWS::CloudWatch::CompositeAlarm");

  it("watch what the service counts under the name that its functions have", () => {
    const own = alarms.flatMap(metricsOf).filter(({ Namespace }) => Namespace === metricNamespace);
    expect(own.map(({ MetricName }) => MetricName)).toEqual([
      ...["TurnedAway", "Accepted", "Replayed"],
      ...["Refused:writeConflict", "ErpBreakerOpen", "Accepted"],
    ]);
    for (const [, { Environment }] of functionsOf(template))
      for (const { Dimensions } of own)
        expect(Dimensions).toEqual([
          { Name: "service", Value: Environment.Variables.SERVICE_NAME },
        ]);
  });

  it("have in docs/operations.md what to do, and take silence for good news", () => {
    const raised = [composite, ...alarms.filter((one) => one.AlarmActions)];
    expect(raised.length).toBeGreaterThan(5);
    for (const { AlarmName } of raised)
      expect(operations).toContain(`\n### ${AlarmName.replace("Warehouse-demo-staging-", "")}\n\n`);
    for (const alarm of alarms) expect(alarm).toMatchObject({ TreatMissingData: "notBreaching" });
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

  it.each([
    ["a group", template],
    ["an endpoint", templateBy("endpoint")],
  ])("report throttling once, whatever was throttled, with functions of %s", (_, template) => {
    const limits = alarmsOf(template).filter(({ AlarmName }) => AlarmName.includes("-Throttled-"));
    // Reads and writes of the table and of its index.
    expect(limits).toHaveLength(functionsOf(template).size + 4);
    for (const limit of limits) expect(limit).not.toHaveProperty("AlarmActions");
    const { AlarmRule } = only(template, "AWS::CloudWatch::CompositeAlarm");
    expect(JSON.stringify(AlarmRule).match(/ALARM\(/g)).toHaveLength(limits.length);
  });

  it("send to a topic that is encrypted, takes nothing without TLS, and that CloudWatch may publish to", () => {
    const cloudWatch = { Effect: "Allow", Principal: { Service: "cloudwatch.amazonaws.com" } };
    const key = only(template, "AWS::KMS::Key");
    expect(only(template, "AWS::SNS::Topic").KmsMasterKeyId).toBeDefined();
    expect(key.KeyPolicy.Statement).toContainEqual({
      ...{ ...cloudWatch, Resource: "*" },
      Action: ["kms:Decrypt", "kms:GenerateDataKey*"],
    });
    const insecure = { Bool: { "aws:SecureTransport": "false" } };
    expect(only(template, "AWS::SNS::TopicPolicy").PolicyDocument.Statement).toMatchObject([
      { Effect: "Deny", Action: "sns:Publish", Condition: insecure },
      { ...cloudWatch, Action: "sns:Publish" },
    ]);
    expect(template.outputs).toHaveProperty("AlarmsTopic");
  });

  it("go to the address that the deployment names, as does a bill beyond its budget", () => {
    const { alarmsTo } = given;
    expect(only(template, "AWS::SNS::Subscription")).toMatchObject({
      Protocol: "email",
      Endpoint: alarmsTo,
    });
    const notice = { Subscribers: [{ Address: alarmsTo, SubscriptionType: "EMAIL" }] };
    expect(only(template, "AWS::Budgets::Budget")).toMatchObject({
      Budget: { BudgetLimit: { Amount: 50, Unit: "USD" }, TimeUnit: "MONTHLY" },
      NotificationsWithSubscribers: [notice, notice],
    });
  });
});

it("the dashboard shows everything that the service counts", () => {
  const body = JSON.stringify(only(template, "AWS::CloudWatch::Dashboard").DashboardBody);
  const shown = body.matchAll(RegExp(String.raw`\\"${metricNamespace}\\",\\"(\w+)\\"`, "g"));
  expect(new Set([...shown].map(([, name]) => name))).toEqual(new Set(Object.keys(metricMeanings)));
});

it("docs/operations.md says of each metric what it shows, and of each log code what to do", () => {
  const names = [...Object.keys(metricMeanings), ...Object.keys(logCodes)];
  expect(names.filter((name) => !RegExp(`\n[-|] [^:\n]*\`${name}\``).test(operations))).toEqual([]);
});
