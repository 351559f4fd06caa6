/** Where failures are compared with the requests of five minutes, at least this number of requests is assumed. */
export const leastRequests = 200;

/** Milliseconds. The slowest 1 % of the requests may take longer (p99), as the gateway measures it. */
export const slowestRequestMs = 1_000;

/** Per cent of the requests that may be refused (4xx), by the service or the gateway. */
export const mostRefusedPercent = 50;

/**
 * Per cent of the requests that the gateway may turn away: of the least traffic ten. One scanner that is throttled sends 19 or more in five
 * minutes; one whose credentials are refused sends one.
 */
export const mostTurnedAwayPercent = 5;

/** The requests within five minutes that can be refused without an alarm: fewer than one throttled scanner sends. */
export const mostRefusedRequests = 10;

/** Seconds that a change may lie unread in its queue. */
export const longestUnreadSeconds = 86_400;

type AlarmRow = {
  /** Completes "The alarm is raised when". */
  readonly when: string;
  /** The lowest setting `watch` with this alarm. `everything` also has the own metrics that some alarms need. */
  readonly watch: "alarms" | "everything";
};

/** All alarms, and when each is raised; docs/operations.md says what to do then. */
export const alarmTable = {
  ServerErrors: {
    when: `within five minutes, more than 1 % of requests returned a 5xx (if there were fewer than ${leastRequests} requests: more than ${leastRequests / 100})`,
    watch: "alarms",
  },
  ClientErrors: {
    when: `in three consecutive five-minute periods, more than ${mostRefusedRequests} requests and more than ${mostRefusedPercent} % of all requests were refused (4xx)`,
    watch: "alarms",
  },
  Slow: {
    when: `p99 latency at the gateway was above ${slowestRequestMs} ms in two of three five-minute periods. Periods with fewer than ${leastRequests} requests are ignored`,
    watch: "alarms",
  },
  FunctionsThrottled: {
    when: "AWS refused to run a function because of a concurrency limit. The alarm covers all functions in the account and region, also those of other services",
    watch: "alarms",
  },
  TableThrottled: {
    when: "DynamoDB throttled a scan's write, or a read of the table or its index",
    watch: "alarms",
  },
  ChangesLate: {
    when: "in three consecutive five-minute periods, the EventBridge pipe failed to send changes",
    watch: "alarms",
  },
  ChangesStopped: {
    when: "in three consecutive five-minute periods, scans were recorded, but the EventBridge pipe read no changes",
    watch: "alarms",
  },
  ChangesLost: {
    when: "the EventBridge pipe tried for 23 hours to send some changes, then discarded them",
    watch: "alarms",
  },
  ChangesUnread: {
    when: "the oldest change in the queue has been waiting for more than a day",
    watch: "alarms",
  },
  TurnedAway: {
    when: `within five minutes, API Gateway itself refused more than ${mostTurnedAwayPercent} % of requests (if there were fewer than ${leastRequests} requests: more than ${(leastRequests * mostTurnedAwayPercent) / 100}). Requests to unknown URLs are not counted as refused`,
    watch: "everything",
  },
  NothingAccepted: {
    when: `in three consecutive five-minute periods, more than ${mostRefusedRequests} requests were refused (4xx) and no write succeeded. Successful reads do not prevent the alarm`,
    watch: "everything",
  },
  ErpNotAsked: {
    when: "several ERP look-ups in a row failed, so the service stopped sending them for a while",
    watch: "everything",
  },
} as const satisfies Readonly<Record<string, AlarmRow>>;

export type AlarmId = keyof typeof alarmTable;
