import { accessOf } from "#lib/http/route.ts";
import { v1 } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { assumedAmount } from "./assumed-amounts.ts";
import { type CostLine, costLineOf } from "./prices.ts";
import { type MixRequestName, type RequestUsage, requestMix } from "./request-mix.ts";
import demo from "./usage.demo.json" with { type: "json" };
import plain from "./usage.plain.json" with { type: "json" };

/** Of each operation in the mix that the site serves. test/engine/usage.test.ts compares it with the engine. */
const measuredUsage: Readonly<
  Record<string, Readonly<Partial<Record<MixRequestName, RequestUsage>>>>
> = {
  demo,
  plain,
};

/** The settings of a deployment on which the price of a scan depends. */
export type ScanSettings = {
  /** Megabytes of a function. */
  readonly memory: number;
  readonly logDays: number;
  readonly tracing: boolean;
  readonly ownMetrics: boolean;
};

const operationsOf = (site: Site) => {
  const usage = measuredUsage[site.name];
  if (!usage) throw new Error(`There is no commands/docs/cost/usage.${site.name}.json.`);
  return (Object.entries(usage) as [MixRequestName, RequestUsage][]).map(([name, usage]) => {
    const { route, times } = requestMix[name];
    return { usage, times, asksErp: accessOf(v1[route], site).erp === true };
  });
};

/** Billed milliseconds of a function; its waits come one after the other. */
const timeOf = (
  { trips, transactions }: RequestUsage,
  asksErp: boolean,
  memory: number,
): number => {
  const code = assumedAmount("coreMs") * Math.max(1, assumedAmount("memoryOfCore") / memory);
  const table =
    transactions * assumedAmount("transactionMs") +
    (trips - transactions) * assumedAmount("readMs");
  const cold = assumedAmount("coldShare") * assumedAmount("coldMs");
  return Math.ceil(code + table + (asksErp ? assumedAmount("erpMs") : 0)) + cold;
};

/** The share of requests that X-Ray traces, of so many a second at random times. */
const tracedShare = (aSecond: number): number => {
  const first = (1 - Math.exp(-aSecond)) / aSecond;
  return first + assumedAmount("tracedShare") * (1 - first);
};

/** The price of so many scans: once, and in each month for the rows and logs that they leave. */
export const scanLines = (
  site: Site,
  { memory, logDays, tracing, ownMetrics }: ScanSettings,
  { scans, aSecond }: { readonly scans: number; readonly aSecond: number },
): { readonly once: readonly CostLine[]; readonly kept: readonly CostLine[] } => {
  const operations = operationsOf(site);
  const requests = operations.reduce((sum, { times }) => sum + times, 0);
  const all = (amountOf: (usage: RequestUsage, asksErp: boolean) => number): number =>
    (scans / requests) *
    operations.reduce(
      (sum, { usage, times, asksErp }) => sum + times * amountOf(usage, asksErp),
      0,
    );
  const seconds = all((usage, asksErp) => timeOf(usage, asksErp, memory)) / 1_000;
  const answers = all(({ answerBytes }) => answerBytes + assumedAmount("headerBytes"));
  const logged =
    scans * (assumedAmount("accessLogBytes") + assumedAmount("platformLogBytes")) +
    all(({ logBytes, metricBytes }) => logBytes + (ownMetrics ? metricBytes : 0));
  const tableBytes = all((usage) => usage.tableBytes);
  const storedBytes = tableBytes + all((usage) => usage.indexBytes);
  const logBytes = logged * assumedAmount("logCompression") * Math.min(1, logDays / 30);
  const units = (name: "writeTable" | "writeIndex" | "refused" | "read") =>
    all((usage) => usage[name]);
  return {
    once: [
      costLineOf("API Gateway: requests", scans, "gatewayRequest"),
      costLineOf("API Gateway: answers", answers, "dataOut"),
      costLineOf("Lambda: requests", scans, "lambdaRequest"),
      costLineOf("Lambda: time", (seconds * memory) / 1_024, "lambdaTime"),
      costLineOf("DynamoDB: write units of the table", units("writeTable"), "writeUnit"),
      costLineOf("DynamoDB: write units of the index", units("writeIndex"), "writeUnit"),
      costLineOf("DynamoDB: write units of refused transactions", units("refused"), "writeUnit"),
      costLineOf("DynamoDB: read units", units("read"), "readUnit"),
      costLineOf("CloudWatch: logs", logged, "logsIngested"),
      ...(tracing ? [costLineOf("X-Ray: traces", scans * tracedShare(aSecond), "trace")] : []),
    ],
    kept: [
      costLineOf("DynamoDB: table and index", storedBytes, "tableStorage"),
      costLineOf("DynamoDB: recovery", tableBytes, "recovery"),
      costLineOf("CloudWatch: stored logs", logBytes, "logsStored"),
    ],
  };
};
