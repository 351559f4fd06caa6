import { authorizerTtl } from "#lib/gate/bearer.ts";
import { metricMeanings } from "#lib/metrics.ts";
import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Measured, Taken } from "./measure.ts";
import { type Price, prices, type Region } from "./prices.ts";
import type { Mix } from "./steps.ts";

/** What is not measured here, each with where it comes from. */
export const assumed = {
  /** Milliseconds of a whole core that a warm request takes: docs/growth.md measured 0.5 to 1.8. */
  coreMs: 1.2,
  /** Megabytes at which Lambda gives a function one whole core (AWS Lambda developer guide, "Configure function memory"). */
  memoryOfCore: 1_769,
  /** Milliseconds of one read (AWS says "single-digit"), of one transaction, and of one look-up in the ERP on an open connection. */
  readMs: 5,
  transactionMs: 12,
  erpMs: 10,
  /** Share of requests that start a new environment, and the milliseconds of its start, which are billed since August 2025. */
  coldShare: 0.01,
  initMs: 400,
  /** Milliseconds of the authorizer where the site has tokens; its answer is kept for a while for each token. */
  authorizerMs: 3,
  secondsBetweenScans: 20,
  /** X-Ray records the first request of each second and this share of the others. */
  tracedShare: 0.05,
  /** Headers of an answer, a line of the access log, and Lambda's own two lines for each invocation; bytes. */
  headerBytes: 400,
  accessLogBytes: 450,
  platformLogBytes: 700,
  /** What is left of a log when CloudWatch has compressed it. */
  logCompression: 0.15,
  /** DynamoDB asks KMS for the table's key at most once in five minutes for each role. */
  kmsRequestsAnHour: 12,
  /** Metrics are charged for the hours in which they are sent, so for those in which the warehouse works. */
  workingShare: 220 / 730,
  /** Alarms beside the one of each function. */
  alarms: 10,
} as const;

/** Write units that DynamoDB charges for each write of a refused transaction, which the engine does not tell. */
export const refusedUnits = 2;

/** An amount at a price; `from memory` when no page says it. */
export type Line = { readonly part: string; readonly what: string; readonly amount: number; readonly price: Price; readonly cost: number };

/** What the scans cost; what they leave behind costs each month, and what the deployment costs each month. */
export type Bill = { readonly scans: readonly Line[]; readonly kept: readonly Line[]; readonly fixed: readonly Line[] };

export type Usage = { readonly scans: number; readonly rate: number; readonly region: Region };

export const total = (lines: readonly Line[]): number => lines.reduce((sum, { cost }) => sum + cost, 0);

/** The share of requests that X-Ray records when they come at random: the first of each second, and some of the others. */
export const tracedShare = (rate: number): number => {
  const firsts = 1 - Math.exp(-rate);
  return (firsts + assumed.tracedShare * (rate - firsts)) / rate;
};

/** Billed milliseconds of a warm function: a share of a core for the code, and the waits one after the other. */
const msOf = ({ waits, transactions }: Taken, asksErp: boolean, memory: number): number => {
  const code = assumed.coreMs * Math.max(1, assumed.memoryOfCore / memory);
  return Math.ceil(code + transactions * assumed.transactionMs + (waits - transactions) * assumed.readMs + (asksErp ? assumed.erpMs : 0));
};

/** What so many scans cost, if their operations come in these proportions. */
export const billOf = (measured: readonly Measured[], mix: Mix, { scans, rate, region }: Usage, site: Site): Bill => {
  const { memory, logDays } = site.deployment;
  const sum = measured.reduce((all, { id }) => all + (mix[id] ?? 0), 0);
  /** What one scan takes on average. */
  const mean = (value: (taken: Taken, asksErp: boolean) => number) =>
    measured.reduce((all, { id, taken, asksErp }) => all + (mix[id] ?? 0) * value(taken, asksErp), 0) / sum;
  const line = (part: string, what: string, amount: number, name: keyof typeof prices): Line[] => {
    const price: Price = prices[name];
    return amount === 0 ? [] : [{ part, what, amount, price, cost: (amount / price.per) * price.in[region].usd }];
  };
  const routes = routesOf(site);
  const { connection } = site.erp;
  const secrets = connection !== false && "secret" in connection.password ? 1 : 0;
  const authorizers = site.auth.scheme === "jwt" ? 1 : 0;
  const authorized = authorizers * scans * Math.min(1, assumed.secondsBetweenScans / authorizerTtl);
  const cold = scans * assumed.coldShare;
  const ms = scans * mean((taken, asksErp) => msOf(taken, asksErp, memory)) + authorized * assumed.authorizerMs + cold * assumed.initMs;
  const logged = mean(({ logBytes }) => logBytes) + assumed.platformLogBytes;
  const [tableBytes, indexBytes] = [scans * mean(({ stored }) => stored.table), scans * mean(({ stored }) => stored.index)];
  return {
    scans: [
      line("API Gateway", "requests", scans, "gatewayRequests"),
      line("API Gateway", "answers sent out", scans * (mean(({ answerBytes }) => answerBytes) + assumed.headerBytes), "dataOut"),
      line("Lambda", "requests", scans + authorized, "lambdaRequests"),
      line("Lambda", `time, arm64, ${memory} MB`, ((ms / 1_000) * memory) / 1_024, "lambdaTime"),
      line("DynamoDB", "write units, table", scans * mean(({ writeTable }) => writeTable), "writeUnits"),
      line("DynamoDB", "write units, index", scans * mean(({ writeIndex }) => writeIndex), "writeUnits"),
      line(
        "DynamoDB",
        "write units of refused transactions",
        scans * refusedUnits * mean(({ refusedWrites }) => refusedWrites),
        "writeUnits",
      ),
      line("DynamoDB", "read units", scans * mean(({ read }) => read), "readUnits"),
      line("CloudWatch Logs", "access log", scans * assumed.accessLogBytes, "logsIngested"),
      line("CloudWatch Logs", "logs of the functions", scans * logged + authorized * assumed.platformLogBytes, "logsIngested"),
      line("X-Ray", "traces recorded", scans * tracedShare(rate), "traces"),
      line(
        "KMS",
        "requests for the table's key",
        (scans / rate / 3_600) * assumed.kmsRequestsAnHour * routes.filter(({ row }) => row.access.table.length > 0).length,
        "kmsRequests",
      ),
      line("Secrets Manager", "requests of new environments", cold * secrets, "secretRequests"),
    ].flat(),
    kept: [
      line("DynamoDB", "stored in the table", tableBytes, "tableStorage"),
      line("DynamoDB", "stored in the index", indexBytes, "tableStorage"),
      line("DynamoDB", "point-in-time recovery", tableBytes, "pointInTime"),
      // A day's logs are there for so many days of thirty.
      line(
        "CloudWatch Logs",
        `logs, kept ${logDays} days`,
        scans * (assumed.accessLogBytes + logged) * assumed.logCompression * (Math.min(logDays, 30) / 30),
        "logsStored",
      ),
    ].flat(),
    fixed: [
      line("CloudWatch", "metrics of the service, in working hours", Object.keys(metricMeanings).length * assumed.workingShare, "metric"),
      line("CloudWatch", "metrics in alarms", assumed.alarms + routes.length + 1 + authorizers, "alarm"),
      line("CloudWatch", "composite alarms", 1, "compositeAlarm"),
      line("CloudWatch", "dashboards", 1, "dashboard"),
      line("KMS", "keys", 1, "kmsKey"),
      line("Secrets Manager", "secrets", secrets, "secret"),
    ].flat(),
  };
};
