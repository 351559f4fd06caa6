/** Amounts that are neither measured nor in a template, with their meanings. */
const assumedAmounts = {
  scansAnHour: [120, "scans of a scanner in an hour: one in half a minute"],
  hours: [220, "hours a month in which the warehouse works"],
  coreMs: [1.2, "ms of a whole core for a request"],
  memoryOfCore: [1_769, "MB of memory with which Lambda gives a whole core"],
  readMs: [5, "ms a trip to the table"],
  transactionMs: [12, "ms a trip that is a transaction"],
  erpMs: [10, "ms a look-up in the ERP, in each request that may need one"],
  coldShare: [0.01, "of the requests start an environment"],
  coldMs: [400, "ms a start, which Lambda bills"],
  headerBytes: [400, "bytes of headers in an answer"],
  accessLogBytes: [450, "bytes a line of the access log"],
  platformLogBytes: [700, "bytes of Lambda's own lines about a request"],
  logCompression: [0.15, "of a log's bytes are stored, compressed"],
  tracedShare: [
    0.05,
    "of the requests are traced where tracing is on, and the first one of each second",
  ],
  conditions: [
    2,
    "conditions that refuse scans in an hour, each with a metric, where `watch` is `everything`; all other metrics have a value, too",
  ],
  zones: [2, "zones of an interface endpoint"],
} as const satisfies Readonly<Record<string, readonly [amount: number, means: string]>>;

export const assumedAmount = (name: keyof typeof assumedAmounts): number => assumedAmounts[name][0];

export const assumedRows: readonly string[][] = Object.values(assumedAmounts).map(
  ([amount, means]) => [String(amount), means],
);
