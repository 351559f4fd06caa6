/** Amounts that are neither measured nor in a template, with their meanings. */
const assumedAmounts = {
  scansAnHour: [120, "scans of a scanner in an hour, one every 30 seconds"],
  hours: [220, "working hours of the warehouse in a month"],
  coreMs: [1.2, "ms of a whole core for each request"],
  memoryOfCore: [1_769, "MB of memory for which Lambda gives a whole core"],
  readMs: [5, "ms for a trip to the table"],
  transactionMs: [12, "ms for a trip with a transaction"],
  erpMs: [10, "ms for a look-up in the ERP, in each request that may need one"],
  coldShare: [0.01, "share of the requests that start an environment"],
  coldMs: [400, "ms for a start, which Lambda bills"],
  headerBytes: [400, "bytes of headers in each answer"],
  accessLogBytes: [450, "bytes in a line of the access log"],
  platformLogBytes: [700, "bytes of Lambda's own log lines for each request"],
  logCompression: [0.15, "share of a log's bytes that is stored, because logs are compressed"],
  tracedShare: [
    0.05,
    "share of the requests that are traced if tracing is on, besides the first one of each second",
  ],
  conditions: [
    2,
    "conditions that refuse scans in an hour, each with a metric, if `watch` is `everything`; all other metrics have a value too",
  ],
} as const satisfies Readonly<Record<string, readonly [amount: number, means: string]>>;

export const assumedAmount = (name: keyof typeof assumedAmounts): number => assumedAmounts[name][0];

export const assumedRows: readonly string[][] = Object.values(assumedAmounts).map(
  ([amount, means]) => [String(amount), means],
);
