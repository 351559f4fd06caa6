import { authorizerTtl } from "#lib/gate/bearer.ts";
import { assumptions } from "./assumptions.ts";
import type { Average } from "./average.ts";
import type { Price, PriceList } from "./prices.ts";
import type { SiteFacts } from "./site-facts.ts";

/** An amount at a price. */
export type Line = { readonly part: string; readonly what: string; readonly amount: number; readonly price: Price; readonly cost: number };

export type Bill = {
  /** What the scans cost. */
  readonly lines: readonly Line[];
  readonly total: number;
  readonly perScan: number;
  /** What each month costs: first what these scans leave behind, for as long as it is kept, then what is there anyway. */
  readonly kept: readonly Line[];
  readonly keptTotal: number;
  readonly fixed: readonly Line[];
  readonly fixedTotal: number;
};

const line = (part: string, what: string, amount: number, price: Price): Line => ({
  part,
  what,
  amount,
  price,
  cost: (amount / price.per) * price.usd,
});

const sum = (lines: readonly Line[]) => lines.reduce((total, { cost }) => total + cost, 0);
const used = (lines: readonly Line[]) => lines.filter(({ amount }) => amount !== 0);

/** The share of requests that X-Ray records: the first of each second, and some of the others, when they come at random. */
export const tracedShare = (rate: number): number => {
  const firsts = 1 - Math.exp(-rate);
  return (firsts + assumptions.tracedShare * (rate - firsts)) / rate;
};

export type Usage = { readonly scans: number; readonly rate: number; readonly memory: number };

const logBytesOf = ({ logBytes }: Average): number => logBytes + assumptions.platformLogBytes;

const usageLines = (average: Average, { scans, rate, memory }: Usage, facts: SiteFacts, prices: PriceList): Line[] => {
  const a = assumptions;
  const authorized = facts.hasAuthorizer ? scans * Math.min(1, a.secondsBetweenScans / authorizerTtl) : 0;
  const gigabytes = memory / 1_024;
  const cold = scans * a.coldShare;
  const seconds = (scans * average.ms + authorized * a.authorizerMs + cold * a.initMs) / 1_000;
  const hours = scans / rate / 3_600;
  return used([
    line("API Gateway", "requests", scans, prices.gatewayRequests),
    line("API Gateway", "answers sent out", scans * average.answerBytes, prices.dataOut),
    line("Lambda", "requests", scans + authorized, prices.lambdaRequests),
    line("Lambda", `time, arm64, ${memory} MB`, seconds * gigabytes, prices.lambdaTime),
    line("DynamoDB", "write units, table", scans * average.writeTable, prices.writeUnits),
    line("DynamoDB", "write units, index", scans * average.writeIndex, prices.writeUnits),
    line("DynamoDB", "write units of refused transactions", scans * average.refusedUnits, prices.writeUnits),
    line("DynamoDB", "read units", scans * average.read, prices.readUnits),
    line("CloudWatch Logs", "access log", scans * a.accessLogBytes, prices.logsIngested),
    line("CloudWatch Logs", "logs of the functions", scans * logBytesOf(average) + authorized * a.platformLogBytes, prices.logsIngested),
    line("X-Ray", "traces recorded", scans * tracedShare(rate), prices.traces),
    line("KMS", "requests for the table's key", hours * a.kmsRequestsAnHour * facts.onTable, prices.kmsRequests),
    line("Secrets Manager", "requests of new environments", facts.hasSecret ? cold : 0, prices.secretRequests),
  ]);
};

const keptLines = (average: Average, { scans }: Usage, { logDays }: SiteFacts, prices: PriceList): Line[] => {
  const a = assumptions;
  const logged = scans * (a.accessLogBytes + logBytesOf(average)) * a.logCompression;
  // A day's logs are there for so many days of thirty.
  return used([
    line("DynamoDB", "stored in the table", scans * average.tableBytes, prices.tableStorage),
    line("DynamoDB", "stored in the index", scans * average.indexBytes, prices.tableStorage),
    line("DynamoDB", "point-in-time recovery", scans * average.tableBytes, prices.pointInTime),
    line("CloudWatch Logs", `logs, kept ${logDays} days`, logged * (Math.min(logDays, 30) / 30), prices.logsStored),
  ]);
};

const fixedLines = ({ routes, metrics, hasAuthorizer, hasSecret }: SiteFacts, prices: PriceList): Line[] => {
  const a = assumptions;
  const functions = routes + 1 + (hasAuthorizer ? 1 : 0);
  const working = a.workingHours / a.hoursOfMonth;
  return used([
    line("CloudWatch", "metrics of the service, in working hours", metrics * working, prices.metric),
    line("CloudWatch", "metrics in alarms", a.alarmMetrics + functions, prices.alarm),
    line("CloudWatch", "composite alarms", a.compositeAlarms, prices.compositeAlarm),
    line("CloudWatch", "dashboards", a.dashboards, prices.dashboard),
    line("KMS", "keys", a.keys, prices.kmsKey),
    line("Secrets Manager", "secrets", hasSecret ? 1 : 0, prices.secret),
  ]);
};

/** What so many scans cost that take this on average, at these prices. */
export const billOf = (average: Average, usage: Usage, facts: SiteFacts, prices: PriceList): Bill => {
  const lines = usageLines(average, usage, facts, prices);
  const kept = keptLines(average, usage, facts, prices);
  const fixed = fixedLines(facts, prices);
  const total = sum(lines);
  return { lines, total, perScan: total / usage.scans, kept, keptTotal: sum(kept), fixed, fixedTotal: sum(fixed) };
};
