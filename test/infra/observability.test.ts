import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { StackTemplate } from "#infra/stack/template.ts";
import { alarmTable } from "#infra/watch/alarm-table.ts";
import { logCodes } from "#lib/log.ts";
import { metricMeanings, metricNamespace } from "#lib/metrics.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import { demoWith } from "../site/demo-with.ts";
import { deploymentWith, functionsOf, ofType, propertiesOfOnly, templateOf } from "./template.ts";

const givenSettings: Readonly<Record<string, unknown>> = {
  alarmsTo: "ada@example.org",
  budget: 50,
};
const sendingSite = demoWith({ changes: { to: "queue", who: false } });
const templateWith = (watch: string, site: Site = sendingSite, stage = "staging") =>
  templateOf(site, stage, { deployment: deploymentWith({ ...givenSettings, watch }) });
const watchedTemplate = templateWith("everything");
const operationsPage = readFileSync("docs/operations.md", "utf8");

type MetricStat = {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
};
type AlarmProperties = MetricStat & {
  readonly AlarmName: string;
  readonly AlarmActions?: unknown;
  readonly Metrics?: readonly { readonly MetricStat?: { readonly Metric: MetricStat } }[];
};
const alarmsOf = (template: StackTemplate) =>
  ofType(template, "AWS::CloudWatch::Alarm").map(
    ([, { Properties }]): AlarmProperties => Properties,
  );
const watchedAlarms = alarmsOf(watchedTemplate);

/** Every metric that an alarm watches, alone or in an expression. */
const metricsOf = (alarm: AlarmProperties): MetricStat[] =>
  alarm.Metrics ? alarm.Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []) : [alarm];

const namesOf = (template: StackTemplate, stack: string): string[] =>
  alarmsOf(template).map(({ AlarmName }) => AlarmName.replace(`Warehouse-${stack}-`, ""));

describe("what the setting watch adds to a stage", () => {
  const added = ["Alarm", "CompositeAlarm", "Dashboard"].map((type) => `AWS::CloudWatch::${type}`);
  added.push("AWS::SNS::Topic", "AWS::KMS::Key", "AWS::Logs::MetricFilter");
  const kindsIn = (template: StackTemplate) =>
    added.filter((type) => ofType(template, type).length > 0).map((type) => type.split("::")[2]);
  const variablesIn = (template: StackTemplate, name: string): unknown[] => [
    ...new Set(
      [...functionsOf(template).values()].map(({ Environment }) => Environment.Variables[name]),
    ),
  ];
  const billed = (template: StackTemplate) => alarmsOf(template).flatMap(metricsOf).length;

  it.each([
    ["none", "staging", []],
    ["auto", "dev", []],
    ["auto", "staging", ["Alarm", "Topic"]],
    ["alarms", "dev", ["Alarm", "Topic"]],
    ["everything", "live", ["Alarm", "Dashboard", "Topic", "MetricFilter"]],
  ])("%s in %s", (watch, stage, kinds) => {
    const template = templateWith(watch, demo, stage);
    expect(kindsIn(template)).toEqual(kinds);
    const setting = (isOn: boolean) => [isOn ? "1" : undefined];
    expect(variablesIn(template, "WRITE_METRICS")).toEqual(setting(watch === "everything"));
    expect(variablesIn(template, "LOG_REFUSALS")).toEqual(setting(kinds.length > 0));
    expect(ofType(template, "AWS::Budgets::Budget")).toHaveLength(1);
  });

  it.each([plain, demo])("alarms of $name watch 10 metrics of AWS, with everything 15", (site) => {
    expect(billed(templateWith("alarms", site))).toBe(10);
    expect(billed(templateWith("everything", site))).toBe(15);
    const own = alarmsOf(templateWith("alarms", site)).flatMap(metricsOf);
    expect(own.filter(({ Namespace }) => !Namespace.startsWith("AWS/"))).toEqual([]);
  });

  it("each alarm of the table is in its setting", () => {
    const ids = Object.entries(alarmTable);
    expect(namesOf(watchedTemplate, "demo-staging").toSorted()).toEqual(
      ids.map(([id]) => id).toSorted(),
    );
    const least = ids.flatMap(([id, { watch }]) => (watch === "alarms" ? id : []));
    const withAlarms = templateWith("alarms");
    expect(namesOf(withAlarms, "demo-staging").toSorted()).toEqual(least.toSorted());
  });
});

describe("the alarms of a deployment", () => {
  it("watch what the service counts under the name that its functions have", () => {
    const own = watchedAlarms
      .flatMap(metricsOf)
      .filter(({ Namespace }) => Namespace === metricNamespace);
    expect(own.map(({ MetricName }) => MetricName)).toEqual([
      ...["TurnedAway", "Accepted", "ErpBreakerOpen"],
    ]);
    for (const [, { Environment }] of functionsOf(watchedTemplate))
      for (const { Dimensions } of own)
        expect(Dimensions).toEqual([
          { Name: "service", Value: Environment.Variables.SERVICE_NAME },
        ]);
  });

  it("are explained in docs/operations.md, and treat missing data as no fault", () => {
    for (const id of Object.keys(alarmTable)) expect(operationsPage).toContain(`\n### ${id}\n\n`);
    for (const alarm of watchedAlarms) {
      expect(alarm).toMatchObject({ TreatMissingData: "notBreaching" });
      expect(alarm.AlarmActions).toHaveLength(1);
    }
  });

  const share = "100 * failed / IF(requests > 200, requests, 200)";
  const refused = "IF(refused > 10, 100 * refused / requests, 0)";
  const inVain = "IF(FILL(accepted, 0) > 0, 0, refused)";
  const stopped = "IF(FILL(recorded, 0) > 0 AND FILL(sent, 0) == 0, 1, 0)";
  const throttled = "FILL(writes, 0) + FILL(tableReads, 0) + FILL(indexReads, 0)";
  const throttles = ["ThrottledRequests", "ReadThrottleEvents", "ReadThrottleEvents"];
  it.each([
    ["ServerErrors", 1, 1, 1, share, ["5XXError", "Count"]],
    ["TurnedAway", 5, 1, 1, share, ["TurnedAway", "Count"]],
    ["ClientErrors", 50, 3, 3, refused, ["4XXError", "Count"]],
    ["NothingAccepted", 10, 3, 3, inVain, ["Accepted", "4XXError"]],
    ["ChangesStopped", 0, 3, 3, stopped, ["SuccessfulRequestLatency", "EventCount"]],
    ["TableThrottled", 0, 1, 1, throttled, throttles],
    ["Slow", 1_000, 2, 3, "IF(requests >= 200, latency, 0)", ["Latency", "Count"]],
  ] as const)(
    "%s is raised above %d in %d of %d five-minute periods",
    (id, above, periods, of, expression, names) => {
      const alarm = watchedAlarms.find(({ AlarmName }) => AlarmName.endsWith(`-${id}`));
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

  const dimensionsOf = (id: string) =>
    watchedAlarms
      .filter(({ AlarmName }) => AlarmName.endsWith(`-${id}`))
      .flatMap(metricsOf)
      .map(({ Dimensions = [] }) => Dimensions.map(({ Name, Value }) => [Name, Value]))
      .map((pairs) => Object.fromEntries(pairs));

  it("watch the throttles of the account, the table, its index and its writes", () => {
    expect(dimensionsOf("FunctionsThrottled")).toEqual([{}]);
    const TableName = expect.objectContaining({ Ref: expect.any(String) });
    const Operation = "TransactWriteItems";
    expect(dimensionsOf("TableThrottled")).toEqual([
      { TableName, Operation },
      { TableName },
      { TableName, GlobalSecondaryIndexName: "byPlace" },
    ]);
    // Each operation that is recorded is one transaction.
    expect(dimensionsOf("ChangesStopped")[0]).toEqual({ TableName, Operation });
  });

  it("send to a topic that refuses senders without TLS and lets CloudWatch publish", () => {
    const cloudWatch = { Effect: "Allow", Principal: { Service: "cloudwatch.amazonaws.com" } };
    const insecure = { Bool: { "aws:SecureTransport": "false" } };
    expect(
      propertiesOfOnly(watchedTemplate, "AWS::SNS::TopicPolicy").PolicyDocument.Statement,
    ).toMatchObject([
      { Effect: "Deny", Action: "sns:Publish", Condition: insecure },
      { ...cloudWatch, Action: "sns:Publish" },
    ]);
    expect(watchedTemplate.outputs).toHaveProperty("AlarmsTopic");
  });

  it("go to the address that the deployment names, as do budget alerts", () => {
    const { alarmsTo } = givenSettings;
    expect(propertiesOfOnly(watchedTemplate, "AWS::SNS::Subscription")).toMatchObject({
      Protocol: "email",
      Endpoint: alarmsTo,
    });
    const notice = { Subscribers: [{ Address: alarmsTo, SubscriptionType: "EMAIL" }] };
    expect(propertiesOfOnly(watchedTemplate, "AWS::Budgets::Budget")).toMatchObject({
      Budget: { BudgetLimit: { Amount: 50, Unit: "USD" }, TimeUnit: "MONTHLY" },
      NotificationsWithSubscribers: [notice, notice],
    });
  });
});

it("the dashboard shows everything that the service counts", () => {
  const body = JSON.stringify(
    propertiesOfOnly(watchedTemplate, "AWS::CloudWatch::Dashboard").DashboardBody,
  );
  const shown = body.matchAll(RegExp(String.raw`\\"${metricNamespace}\\",\\"(\w+)\\"`, "g"));
  expect(new Set([...shown].map(([, name]) => name))).toEqual(new Set(Object.keys(metricMeanings)));
});

it("docs/operations.md explains each metric and each log code", () => {
  const names = [...Object.keys(metricMeanings), ...Object.keys(logCodes)];
  expect(names.filter((name) => !RegExp(`\n[-|] [^:\n]*\`${name}\``).test(operationsPage))).toEqual(
    [],
  );
});
