import { accessOf } from "#lib/http/route.ts";
import { v1 } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { type CostLine, costLineOf } from "../../../commands/prices.ts";
import { assumedAmount } from "./assumed-amounts.ts";
import { type MixRequestName, type RequestUsage, requestMix } from "./request-mix.ts";
import demo from "./usage.demo.json" with { type: "json" };
import plain from "./usage.plain.json" with { type: "json" };

/** The usage of each request in the mix that the site serves. test/engine/usage.test.ts verifies it on the engine. */
const measuredUsage: Readonly<
  Record<string, Readonly<Partial<Record<MixRequestName, RequestUsage>>>>
> = {
  demo,
  plain,
};

/** The deployment settings that affect the price of a scan. */
export type ScanSettings = {
  /** A function's memory in megabytes. */
  readonly memory: number;
  readonly logDays: number;
  readonly tracing: boolean;
  readonly ownMetrics: boolean;
};

const operationsOf = (site: Site) => {
  const usageByName = measuredUsage[site.name];
  if (!usageByName) throw new Error(`There is no tools/docs/cost/usage.${site.name}.json.`);
  const entries = Object.entries(usageByName) as [MixRequestName, RequestUsage][];
  return entries.map(([name, usage]) => {
    const { route, times } = requestMix[name];
    return { usage, times, asksErp: accessOf(v1[route], site).erp === true };
  });
};

/** Billed milliseconds of a function. Its waits are sequential. */
const billedMsOf = (
  { trips, transactions }: RequestUsage,
  asksErp: boolean,
  memory: number,
): number => {
  const codeMs = assumedAmount("coreMs") * Math.max(1, assumedAmount("memoryOfCore") / memory);
  const tableMs =
    transactions * assumedAmount("transactionMs") +
    (trips - transactions) * assumedAmount("readMs");
  const erpMs = asksErp ? assumedAmount("erpMs") : 0;
  const coldMs = assumedAmount("coldShare") * assumedAmount("coldMs");
  return Math.ceil(codeMs + tableMs + erpMs) + coldMs;
};

/** The share of requests that X-Ray traces if `aSecond` arrive per second at random times. */
const tracedShare = (aSecond: number): number => {
  const firstShare = (1 - Math.exp(-aSecond)) / aSecond;
  return firstShare + assumedAmount("tracedShare") * (1 - firstShare);
};

/** The price of `scans`: once, and per month for their rows and logs. */
export const scanLines = (
  site: Site,
  { memory, logDays, tracing, ownMetrics }: ScanSettings,
  { scans, aSecond }: { readonly scans: number; readonly aSecond: number },
): { readonly once: readonly CostLine[]; readonly kept: readonly CostLine[] } => {
  const operations = operationsOf(site);
  const requests = operations.reduce((sum, { times }) => sum + times, 0);
  const sumOverScans = (amountOf: (usage: RequestUsage, asksErp: boolean) => number): number =>
    (scans / requests) *
    operations.reduce(
      (sum, { usage, times, asksErp }) => sum + times * amountOf(usage, asksErp),
      0,
    );
  const seconds = sumOverScans((usage, asksErp) => billedMsOf(usage, asksErp, memory)) / 1_000;
  const answeredBytes = sumOverScans(
    ({ answerBytes }) => answerBytes + assumedAmount("headerBytes"),
  );
  const loggedBytes =
    scans * (assumedAmount("accessLogBytes") + assumedAmount("platformLogBytes")) +
    sumOverScans(({ logBytes, metricBytes }) => logBytes + (ownMetrics ? metricBytes : 0));
  const tableBytes = sumOverScans((usage) => usage.tableBytes);
  const storedBytes = tableBytes + sumOverScans((usage) => usage.indexBytes);
  const storedLogBytes = loggedBytes * assumedAmount("logCompression") * Math.min(1, logDays / 30);
  const units = (name: "writeTable" | "writeIndex" | "refused" | "read") =>
    sumOverScans((usage) => usage[name]);
  const traced = tracing
    ? [costLineOf("X-Ray: traces", scans * tracedShare(aSecond), "trace")]
    : [];
  return {
    once: [
      costLineOf("API Gateway: requests", scans, "gatewayRequest"),
      costLineOf("API Gateway: answers", answeredBytes, "dataOut"),
      costLineOf("Lambda: requests", scans, "lambdaRequest"),
      costLineOf("Lambda: time", (seconds * memory) / 1_024, "lambdaTime"),
      costLineOf("DynamoDB: write units of the table", units("writeTable"), "writeUnit"),
      costLineOf("DynamoDB: write units of the index", units("writeIndex"), "writeUnit"),
      costLineOf("DynamoDB: write units of refused transactions", units("refused"), "writeUnit"),
      costLineOf("DynamoDB: read units", units("read"), "readUnit"),
      costLineOf("CloudWatch: logs", loggedBytes, "logsIngested"),
      ...traced,
    ],
    kept: [
      costLineOf("DynamoDB: table and index", storedBytes, "tableStorage"),
      costLineOf("DynamoDB: recovery", tableBytes, "recovery"),
      costLineOf("CloudWatch: stored logs", storedLogBytes, "logsStored"),
    ],
  };
};
