import type { StackTemplate } from "#infra/stack/template.ts";
import { metricMeanings } from "#lib/metrics.ts";
import { assumedAmount } from "./assumed-amounts.ts";
import type { DeployedSite } from "./deployed-site.ts";
import { idleLines } from "./idle.ts";
import { costLineOf, totalDollars } from "./prices.ts";
import { type ScanSettings, scanLines } from "./scans.ts";

/** Each has one price, with one dimension. */
const ownMetrics = Object.keys(metricMeanings).length + assumedAmount("conditions");

/** The settings of a template's functions, which are all alike. */
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

/** US dollars of a month in which so many scanners work; `kept`: of each further month, for what their scans leave behind. */
export const monthOf = ({ site, resources }: DeployedSite, scanners: number) => {
  const settings = settingsIn(resources);
  const scans = scansAMonth(scanners);
  const idle = totalDollars(idleLines(resources));
  if (scans === 0) return { scans, idle, metrics: 0, once: 0, kept: 0, sum: idle };
  const aSecond = (scanners * assumedAmount("scansAnHour")) / 3_600;
  const lines = scanLines(site, settings, { scans, aSecond });
  const metricHours = settings.ownMetrics ? ownMetrics * assumedAmount("hours") : 0;
  const metrics = costLineOf("metrics", metricHours, "metricHour").usd;
  const [once, kept] = [totalDollars(lines.once), totalDollars(lines.kept)];
  return { scans, idle, metrics, once, kept, sum: idle + metrics + once + kept };
};
