import { describe, expect, it } from "vitest";
import { totalDollars } from "../../commands/prices.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import { idleLines } from "../../tools/docs/cost/idle.ts";
import { monthOf } from "../../tools/docs/cost/month.ts";
import { scanLines } from "../../tools/docs/cost/scans.ts";

const resourcesByName = (
  resources: readonly { readonly Type: string; readonly Properties: object }[],
) => Object.fromEntries(resources.map((one, at) => [`Resource${at}`, one]));
const alarmWith = (Properties: object) => ({ Type: "AWS::CloudWatch::Alarm", Properties });
const metricWith = (Id: string) => ({ Id, MetricStat: { Metric: { MetricName: Id } } });
const shareExpression = { Id: "share", Expression: "100 * a / (b + c)" };

describe("the price of a template without a request", () => {
  const priceOf = (...resources: Parameters<typeof resourcesByName>[0]) =>
    totalDollars(idleLines(resourcesByName(resources)));

  it("is 0.10 for an alarm on one metric", () =>
    expect(priceOf(alarmWith({ MetricName: "5XXError" }))).toBeCloseTo(0.1));

  it("is 0.30 for an alarm on an expression of three metrics", () => {
    const Metrics = [shareExpression, metricWith("a"), metricWith("b"), metricWith("c")];
    expect(priceOf(alarmWith({ Metrics }))).toBeCloseTo(0.3);
  });

  it("has composite alarms, dashboards and keys, but neither table nor function", () => {
    const of = (Type: string) => ({ Type, Properties: {} });
    expect(priceOf(of("AWS::DynamoDB::Table"), of("AWS::Lambda::Function"))).toBe(0);
    expect(priceOf(of("AWS::CloudWatch::CompositeAlarm"))).toBe(0.5);
    expect(priceOf(of("AWS::CloudWatch::Dashboard"), of("AWS::KMS::Key"))).toBe(4);
  });

  it("is unknown where a resource has no price", () =>
    expect(() => priceOf({ Type: "AWS::EC2::NatGateway", Properties: {} })).toThrow(
      "AWS::EC2::NatGateway has no price in tools/docs/cost/idle.ts.",
    ));
});

/** A stage with one function. */
const stageOf = (site: typeof plain, properties: object = {}) => ({
  site,
  resources: resourcesByName([
    { Type: "AWS::Lambda::Function", Properties: { MemorySize: 512, ...properties } },
    { Type: "AWS::Logs::LogGroup", Properties: { RetentionInDays: 30 } },
  ]),
});

describe("the price of a month of scans", () => {
  const month = (scanners: number, properties?: object) =>
    monthOf(stageOf(plain, properties), scanners).sum;

  it("grows with the scanners, and is nothing without one", () => {
    expect(month(0)).toBe(0);
    expect(month(50)).toBeCloseTo(10 * month(5));
  });

  it("has X-Ray's traces where the functions are traced: a smaller share of more scans", () => {
    const TracingConfig = { Mode: "Active" };
    const traced = (scanners: number) =>
      (month(scanners, { TracingConfig }) - month(scanners)) / (5 * 0.0264 * scanners);
    expect(traced(5)).toBeCloseTo(0.93, 1);
    expect(traced(500)).toBeCloseTo(0.11, 1);
  });

  it("has the service's metrics where the functions write them, none without a scan", () => {
    const Environment = { Variables: { WRITE_METRICS: "1" } };
    expect(month(0, { Environment })).toBe(0);
    expect(month(5, { Environment }) - month(5)).toBeCloseTo(1.2, 1);
  });

  it("is smaller on plain, which writes no history into the index", () => {
    const settings = { memory: 512, logDays: 30, tracing: false, ownMetrics: false };
    const [onPlain = {}, onDemo = {}] = [plain, demo].map((site) =>
      Object.fromEntries(
        scanLines(site, settings, { scans: 1e6, aSecond: 2 }).once.map(({ part, amount }) => [
          part,
          amount,
        ]),
      ),
    );
    const [table, index] = ["table", "index"].map((of) => `DynamoDB: write units of the ${of}`);
    expect(onPlain[table ?? ""]).toBe(onDemo[table ?? ""]);
    expect(onPlain[index ?? ""]).toBeLessThan((onDemo[index ?? ""] ?? 0) / 2);
  });
});
