import type { StackTemplate } from "#infra/stack/template.ts";
import { metricMeanings } from "#lib/metrics.ts";
import { costLineOf, totalDollars } from "../../../commands/prices.ts";
import { assumedAmount } from "./assumed-amounts.ts";
import type { DeployedSite } from "./deployed-site.ts";
import { idleLines } from "./idle.ts";
import { type ScanSettings, scanLines } from "./scans.ts";

/** The number of the service's own metrics. Each has one dimension, so each has one price. */
const ownMetrics = Object.keys(metricMeanings).length + assumedAmount("conditions");

/** The common settings of a template's functions. */
export const settingsIn = (resources: StackTemplate["resources"]): ScanSettings => {
  const ofType = (type: string) =>
    Object.values(resources).flatMap(({ Type, Properties }) => (Type === type ? [Properties] : []));
  const functions = ofType("AWS::Lambda::Function");
  const [log] = ofType("AWS::Logs::LogGroup");
  return {
    memory: functions[0].MemorySize,
    logDays: log.RetentionInDays,
    tracing: functions.some(({ TracingConfig }) => TracingConfig?.Mode === "Active"),
    ownMetrics: functions.some(({ Environment }) => Environment?.Variables?.WRITE_METRICS === "1"),
  };
};

export const scansAMonth = (scanners: number): number =>
  scanners * assumedAmount("scansAnHour") * assumedAmount("hours");

/** The price of a month with `scanners`, in US dollars. `kept` is the price of each further month for the rows and logs of its scans. */
export const monthOf = ({ site, resources }: DeployedSite, scanners: number) => {
  const settings = settingsIn(resources);
  const scans = scansAMonth(scanners);
  const idle = totalDollars(idleLines(resources));
  if (scans === 0) return { scans, idle, metrics: 0, once: 0, kept: 0, sum: idle };
  const aSecond = (scanners * assumedAmount("scansAnHour")) / 3_600;
  const lines = scanLines(site, settings, { scans, aSecond });
  const metricHours = settings.ownMetrics ? ownMetrics * assumedAmount("hours") : 0;
  const metrics = costLineOf("metrics", metricHours, "metricHour").usd;
  const once = totalDollars(lines.once);
  const kept = totalDollars(lines.kept);
  return { scans, idle, metrics, once, kept, sum: idle + metrics + once + kept };
};
