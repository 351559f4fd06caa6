import { functionsOf } from "#lib/functions-of.ts";
import { metricMeanings } from "#lib/metrics.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Measured, Taken } from "./measure.ts";
import { type Price, prices, type Region } from "./prices.ts";

/** How often each operation occurs, in any unit: only the proportions count. */
export type Mix = Readonly<Partial<Record<string, number>>>;

/**
 * The requests of `npm run replay` over the AdventureWorks purchase orders: 4,482 lines in 2,006 boxes, 3,550 of them with an
 * attachment. Goods are registered and saved once each, so that every save is the first of its goods: the dearest mix of saves. To these come
 * attachments that are tried beyond the cap (1 in 10), corrected (1 in 10) and taken out again (1 in 20).
 */
export const replayMix: Mix = {
  ...{
    register: 4_482,
    "save-first": 4_482,
    "overview-one": 4_482,
    status: 4_482,
    "box-info-new": 2_006,
  },
  ...{ configure: 3_550, "attachment-register": 3_550, "attachment-save": 3_550 },
  ...{ "attachment-over-cap": 355, "attachment-edit": 355, "attachment-delete": 177 },
};

/** What is not measured here: how much, and what it is in words. */
const assumed = {
  coreMs: [1.2, "ms of a whole core for the code of a warm request, which docs/growth.md measured"],
  memoryOfCore: [1_769, "MB of memory with which Lambda gives a whole core"],
  readMs: [5, "ms for a trip to the table"],
  transactionMs: [12, "ms for a trip that is a transaction"],
  erpMs: [10, "ms for a look-up in the ERP"],
  coldMs: [
    4,
    "ms of a request's share of cold starts: 1 in 100 requests starts an environment, which takes 400 ms that are billed",
  ],
  tracedShare: [
    0.46,
    "of the requests are traced by X-Ray, at 2 a second: the first of each second, and 1 in 20 of the others",
  ],
  headerBytes: [400, "bytes of headers in an answer"],
  accessLogBytes: [450, "bytes of a request in the access log"],
  platformLogBytes: [700, "bytes of Lambda's own lines about an invocation"],
  logCompression: [0.15, "of a log's bytes are kept, compressed"],
  workingShare: [0.3, "of a month the warehouse works, and metrics are sent"],
  alarms: [18, "metrics in alarms, beside one for each function"],
} as const satisfies Readonly<Record<string, readonly [amount: number, words: string]>>;

export const assumptions: readonly string[][] = Object.values(assumed).map(([amount, words]) => [
  words,
  String(amount),
]);

const of = (name: keyof typeof assumed): number => assumed[name][0];

/** Write units that DynamoDB charges for each write of a refused transaction, which the engine does not tell. */
export const refusedUnits = 2;

/** An amount at a price. */
export type Line = {
  readonly part: string;
  readonly what: string;
  readonly amount: number;
  readonly price: Price;
  readonly cost: number;
};

/** What the scans cost; what they leave behind costs each month, and what the deployment costs each month. */
export type Bill = {
  readonly scans: readonly Line[];
  readonly kept: readonly Line[];
  readonly fixed: readonly Line[];
};

export type Usage = { readonly scans: number; readonly region: Region };

export const total = (lines: readonly Line[]): number =>
  lines.reduce((sum, { cost }) => sum + cost, 0);

/** Billed milliseconds of a warm function: a share of a core for the code, and the waits one after the other. */
const msOf = ({ waits, transactions }: Taken, asksErp: boolean, memory: number): number => {
  const code = of("coreMs") * Math.max(1, of("memoryOfCore") / memory);
  const reads = waits - transactions;
  return Math.ceil(
    code + transactions * of("transactionMs") + reads * of("readMs") + (asksErp ? of("erpMs") : 0),
  );
};

/** What so many scans cost, if their operations come in these proportions. */
export const billOf = (
  measured: readonly Measured[],
  mix: Mix,
  { scans, region }: Usage,
  site: Site,
): Bill => {
  const { memory, logDays } = site.deployment;
  const sum = measured.reduce((all, { id }) => all + (mix[id] ?? 0), 0);
  /** What all scans take. */
  const all = (value: (taken: Taken, asksErp: boolean) => number) =>
    measured.reduce(
      (total, { id, taken, asksErp }) => total + (mix[id] ?? 0) * value(taken, asksErp),
      0,
    ) *
    (scans / sum);
  const units = (name: "writeTable" | "writeIndex" | "refusedWrites" | "read") =>
    all((taken) => taken[name]);
  const line = (part: string, what: string, amount: number, name: keyof typeof prices): Line => {
    const price: Price = prices[name];
    return { part, what, amount, price, cost: (amount / price.per) * price.in[region].usd };
  };
  const seconds = all((taken, asksErp) => msOf(taken, asksErp, memory) + of("coldMs")) / 1_000;
  const logged = all(({ logBytes }) => logBytes + of("platformLogBytes"));
  const accessLog = scans * of("accessLogBytes");
  // A day's logs are there for so many days of thirty.
  const logsKept = (accessLog + logged) * of("logCompression") * (Math.min(logDays, 30) / 30);
  const [tableBytes, indexBytes] = [
    all(({ stored }) => stored.table),
    all(({ stored }) => stored.index),
  ];
  const metrics = Object.keys(metricMeanings).length * of("workingShare");
  const answered = all(({ answerBytes }) => answerBytes + of("headerBytes"));
  return {
    scans: [
      line("API Gateway", "requests", scans, "gatewayRequests"),
      line("API Gateway", "answers sent out", answered, "dataOut"),
      line("Lambda", "requests", scans, "lambdaRequests"),
      line("Lambda", `time, arm64, ${memory} MB`, (seconds * memory) / 1_024, "lambdaTime"),
      line("DynamoDB", "write units, table", units("writeTable"), "writeUnits"),
      line("DynamoDB", "write units, index", units("writeIndex"), "writeUnits"),
      line(
        "DynamoDB",
        "write units of refused transactions",
        refusedUnits * units("refusedWrites"),
        "writeUnits",
      ),
      line("DynamoDB", "read units", units("read"), "readUnits"),
      line("CloudWatch Logs", "access log", accessLog, "logsIngested"),
      line("CloudWatch Logs", "logs of the functions", logged, "logsIngested"),
      line("X-Ray", "traces recorded", scans * of("tracedShare"), "traces"),
    ],
    kept: [
      line("DynamoDB", "stored in table and index", tableBytes + indexBytes, "tableStorage"),
      line("DynamoDB", "point-in-time recovery", tableBytes, "pointInTime"),
      line("CloudWatch Logs", `logs, kept ${logDays} days`, logsKept, "logsStored"),
    ],
    fixed: [
      line("CloudWatch", "metrics of the service, in working hours", metrics, "metric"),
      line("CloudWatch", "metrics in alarms", of("alarms") + functionsOf(site).length, "alarm"),
      line("CloudWatch", "dashboards", 1, "dashboard"),
      line("KMS", "keys", 1, "kmsKey"),
    ],
  };
};
