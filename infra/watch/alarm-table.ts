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
    when: `more than 1 % of the requests of five minutes ended in a 5xx, or, with fewer than ${leastRequests} requests, more than ${leastRequests / 100} of them`,
    watch: "alarms",
  },
  ClientErrors: {
    when: `in each of three periods of five minutes more than ${mostRefusedRequests} requests were refused (4xx), and these were more than ${mostRefusedPercent} % of all`,
    watch: "alarms",
  },
  Slow: {
    when: `the slowest 1 % of the requests took more than ${slowestRequestMs} ms at the gateway, in two of three periods of five minutes with at least ${leastRequests} requests`,
    watch: "alarms",
  },
  FunctionsThrottled: {
    when: "AWS refused to run a function of this account and region because of a limit. The function may belong to another service",
    watch: "alarms",
  },
  TableThrottled: {
    when: "the table or its index refused a transaction because of a limit",
    watch: "alarms",
  },
  ChangesLate: {
    when: "the EventBridge pipe failed to send changes in each of three periods of five minutes",
    watch: "alarms",
  },
  ChangesLost: {
    when: "the EventBridge pipe gave up changes that it could not send for 23 hours",
    watch: "alarms",
  },
  ChangesUnread: {
    when: "the oldest change in the queue has been waiting for a day",
    watch: "alarms",
  },
  TurnedAway: {
    when: `the gateway itself refused more than ${mostTurnedAwayPercent} % of the requests of five minutes, or, with fewer than ${leastRequests} requests, more than ${(leastRequests * mostTurnedAwayPercent) / 100} of them. The reason is credentials, a limit or a firewall. Requests to unknown addresses do not count`,
    watch: "everything",
  },
  NothingAccepted: {
    when: `in each of three periods of five minutes more than ${mostRefusedRequests} requests were refused (4xx) and no write succeeded. Reads do not count`,
    watch: "everything",
  },
  ErpNotAsked: {
    when: "the ERP failed several times in a row, so the service stopped asking it",
    watch: "everything",
  },
  ChangesStopped: {
    when: "the EventBridge pipe took nothing in each of three periods of five minutes, although writes were recorded",
    watch: "everything",
  },
} as const satisfies Readonly<Record<string, AlarmRow>>;

export type AlarmId = keyof typeof alarmTable;
