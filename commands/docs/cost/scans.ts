import { accessOf } from "#lib/http/route.ts";
import { v1 } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { assumed } from "./assumed.ts";
import { mix, type OperationName, type Usage } from "./mix.ts";
import { type Line, lineOf } from "./prices.ts";
import demo from "./usage.demo.json" with { type: "json" };
import plain from "./usage.plain.json" with { type: "json" };

/** Of each operation in the mix that the site serves. test/engine/usage.test.ts compares it with the engine. */
const measured: Readonly<Record<string, Readonly<Partial<Record<OperationName, Usage>>>>> = {
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
  const usage = measured[site.name];
  if (!usage) throw new Error(`There is no commands/docs/cost/usage.${site.name}.json.`);
  return (Object.entries(usage) as [OperationName, Usage][]).map(([name, usage]) => {
    const { route, times } = mix[name];
    return { usage, times, asksErp: accessOf(v1[route], site).erp === true };
  });
};

/** Billed milliseconds of a function; its waits come one after the other. */
const timeOf = ({ trips, transactions }: Usage, asksErp: boolean, memory: number): number => {
  const code = assumed("coreMs") * Math.max(1, assumed("memoryOfCore") / memory);
  const table =
    transactions * assumed("transactionMs") + (trips - transactions) * assumed("readMs");
  const cold = assumed("coldShare") * assumed("coldMs");
  return Math.ceil(code + table + (asksErp ? assumed("erpMs") : 0)) + cold;
};

/** The share of requests that X-Ray traces, of so many a second at random times. */
const tracedShare = (aSecond: number): number => {
  const first = (1 - Math.exp(-aSecond)) / aSecond;
  return first + assumed("tracedShare") * (1 - first);
};

/** The price of so many scans: once, and in each month for the rows and logs that they leave. */
export const scanLines = (
  site: Site,
  { memory, logDays, tracing, ownMetrics }: ScanSettings,
  { scans, aSecond }: { readonly scans: number; readonly aSecond: number },
): { readonly once: readonly Line[]; readonly kept: readonly Line[] } => {
  const operations = operationsOf(site);
  const requests = operations.reduce((sum, { times }) => sum + times, 0);
  const all = (amountOf: (usage: Usage, asksErp: boolean) => number): number =>
    (scans / requests) *
    operations.reduce(
      (sum, { usage, times, asksErp }) => sum + times * amountOf(usage, asksErp),
      0,
    );
  const seconds = all((usage, asksErp) => timeOf(usage, asksErp, memory)) / 1_000;
  const answers = all(({ answerBytes }) => answerBytes + assumed("headerBytes"));
  const logged =
    scans * (assumed("accessLogBytes") + assumed("platformLogBytes")) +
    all(({ logBytes, metricBytes }) => logBytes + (ownMetrics ? metricBytes : 0));
  const tableBytes = all((usage) => usage.tableBytes);
  const storedBytes = tableBytes + all((usage) => usage.indexBytes);
  const logBytes = logged * assumed("logCompression") * Math.min(1, logDays / 30);
  const units = (name: "writeTable" | "writeIndex" | "refused" | "read") =>
    all((usage) => usage[name]);
  return {
    once: [
      lineOf("API Gateway: requests", scans, "gatewayRequest"),
      lineOf("API Gateway: answers", answers, "dataOut"),
      lineOf("Lambda: requests", scans, "lambdaRequest"),
      lineOf("Lambda: time", (seconds * memory) / 1_024, "lambdaTime"),
      lineOf("DynamoDB: write units of the table", units("writeTable"), "writeUnit"),
      lineOf("DynamoDB: write units of the index", units("writeIndex"), "writeUnit"),
      lineOf("DynamoDB: write units of refused transactions", units("refused"), "writeUnit"),
      lineOf("DynamoDB: read units", units("read"), "readUnit"),
      lineOf("CloudWatch: logs", logged, "logsIngested"),
      ...(tracing ? [lineOf("X-Ray: traces", scans * tracedShare(aSecond), "trace")] : []),
    ],
    kept: [
      lineOf("DynamoDB: table and index", storedBytes, "tableStorage"),
      lineOf("DynamoDB: recovery", tableBytes, "recovery"),
      lineOf("CloudWatch: stored logs", logBytes, "logsStored"),
    ],
  };
};
