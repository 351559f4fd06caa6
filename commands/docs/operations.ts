import { alarmTable } from "#infra/watch/alarm-table.ts";
import { type LogCode, logCodes } from "#lib/log.ts";
import { type MetricName, metricMeanings } from "#lib/metrics.ts";
import { code, type Parts, table } from "./markdown.ts";

/** What each count tells those who look at it over a day. */
const readings: Readonly<Record<MetricName, string>> = {
  Accepted: "The work that is done. None in working hours: nobody can book.",
  Replayed: "Scanners whose first answer was lost. Many: look at the Wi-Fi.",
  Duplicate: "Scanned twice by hand, or without a key. Many on a site without keys: see `extensions.idempotencyKey`.",
  OverCap: "Miscounted, or ordered and configured quantities that are out of date.",
  Conflict: "Harmless as long as they come through. Many: several scanners work on one zongpai or box.",
  ConflictGivenUp: "An alarm: ConflictsGivenUp.",
  ErpCopyServed: "Somebody saw a copy of a box's ERP row, and was told so. Comes with `erpLookupFailed`.",
  ErpBreakerOpen: "An alarm: ErpNotAsked.",
  Refused:
    "What was scanned in vain, and why. Many of one condition at one place: a worn label, goods that the ERP does not know yet, a counter that is off.",
  ColdStart: "Slower requests. Many all day: traffic in bursts, or a deployment.",
  CodeCacheRejected: "Lambda's Node is newer than the one that the last deployment was built with: deploy again.",
  ScanAge:
    "Its maximum is how long scanners worked without a network. Hours are allowed; a day that never ends is a clock or a forgotten device.",
};

const actions: Readonly<Record<LogCode, string>> = {
  requestFailed: "A fault in the service: `error` and `at` say what and where. The same request fails again until it is mended.",
  erpLookupFailed:
    "Single ones are told to the scanner and sent again. `reason`: `unreachable` (network, address, TLS: the code in `error` says which), `late` (the view is slow: an index on its key), `refused` (the database's own code: a missing view or right), `credentials`, `busy` (an earlier look-up still runs), or the column that is not what the site says. `npm run erp:check` says more, for it may show the driver's words.",
  erpGivenUp: "Alarm ErpNotAsked. One request in 30 s probes; nothing is to be done here once the ERP is back.",
  erpBack: "Nothing.",
  erpPasswordNotRead: "Look at the secret that the site names: its ARN, its field, and whether the function's role may read it.",
  erpPasswordChanged: "Nothing: this is how a rotation looks.",
  tokenRefused:
    "Single ones are expired tokens. All of them: the issuer, the audience or the required claims of the site's profile are not the issuer's.",
  keysNotFetched: "Look at whether the issuer's address of keys answers; scanners hold their scans and send them when it does.",
  keysNotRenewed: "As for keysNotFetched, before anybody notices.",
  erpCopyNotKept: "Single ones are throttling. If they last, an outage of the ERP will find old copies or none.",
};

/** docs/operations.md: what each alarm, metric and log code means, and what to do. */
export const operationsParts = (): Parts => ({
  alarms: Object.entries(alarmTable)
    .flatMap(([id, { when, act }]) => [`### ${id}`, `**Raised** when ${when}.`, `**What to do.** ${act}`])
    .join("\n\n"),
  metrics: table(
    ["metric", "one more each time", "what it tells"],
    Object.entries(metricMeanings).map(([name, means]) => [code(name), means, readings[name as MetricName]]),
  ),
  codes: table(
    ["code", "level", "means", "what to do"],
    Object.entries(logCodes).map(([name, { level, means }]) => [code(name), level, means, actions[name as LogCode]]),
  ),
});
