/** What is not measured here, each with where it comes from. A deployment's own figures replace them: see the options. */
export const assumptions = {
  /** Milliseconds of a whole core that a warm request takes: docs/growth.md measured 0.5 to 1.8. */
  coreMs: 1.2,
  /** Megabytes at which Lambda gives a function one whole core (AWS Lambda developer guide, "Configure function memory"). */
  memoryOfCore: 1_769,
  /** Milliseconds of one read: AWS says "single-digit". */
  readMs: 5,
  /** Milliseconds of one transaction: prepare and commit, so more than twice a read. */
  transactionMs: 12,
  /** Milliseconds of one look-up in the ERP, on a connection that is open. */
  erpMs: 10,
  /** Share of requests that start a new environment, and the milliseconds of its start, which are billed since August 2025. */
  coldShare: 0.01,
  initMs: 400,
  /** Milliseconds of the authorizer where the site has tokens; its answer is kept for a while for each token (`authorizerTtl`). */
  authorizerMs: 3,
  secondsBetweenScans: 20,
  /** Requests a second while the warehouse works. X-Ray records the first request of each second and 5 % of the others. */
  rate: 2,
  tracedShare: 0.05,
  /** Headers of an answer, a line of the access log, and Lambda's own two lines for each invocation; bytes. */
  headerBytes: 400,
  accessLogBytes: 450,
  platformLogBytes: 700,
  /** What is left of a log when CloudWatch has compressed it. */
  logCompression: 0.15,
  /** Bytes that DynamoDB adds to each item, and to each entry of the index, when it bills storage. */
  itemOverhead: 100,
  /** DynamoDB asks KMS for the table's key at most once in five minutes for each role. */
  kmsRequestsAnHour: 12,
  /** Share of the writes that a scanner sends again because the answer was lost. */
  sentAgain: 0.02,
  /** Metrics are charged for the hours in which they are sent, so for those in which the warehouse works. */
  workingHours: 220,
  hoursOfMonth: 730,
  /**
   * What infra/ makes that is charged by the month: metrics in alarms beside the one of each function, dashboards, and the key of
   * the alarms' topic.
   */
  alarmMetrics: 10,
  compositeAlarms: 1,
  dashboards: 1,
  keys: 1,
} as const;
