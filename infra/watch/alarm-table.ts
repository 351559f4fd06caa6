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
    when: `more than 1 % of the requests of five minutes ended in a 5xx. The traffic counts as at least ${leastRequests} requests`,
    watch: "alarms",
  },
  ClientErrors: {
    when: `in each of three periods of five minutes more than ${mostRefusedRequests} requests were refused (4xx), and these were more than ${mostRefusedPercent} % of all`,
    watch: "alarms",
  },
  Slow: {
    when: `the slowest hundredth of the requests took more than ${slowestRequestMs} ms at the gateway, in two of three periods of five minutes that had at least ${leastRequests} requests`,
    watch: "alarms",
  },
  FunctionsThrottled: {
    when: "AWS refused to run a function of this account and region, because a limit was reached. It may be a function of another service",
    watch: "alarms",
  },
  TableThrottled: {
    when: "the table or its index refused a transaction, because a limit was reached",
    watch: "alarms",
  },
  ChangesLate: {
    when: "in each of three periods of five minutes the pipe failed to send changes",
    watch: "alarms",
  },
  ChangesLost: {
    when: "the pipe gave up changes that could not be sent for 23 hours",
    watch: "alarms",
  },
  ChangesUnread: {
    when: "the oldest change in the queue has not been read for a day",
    watch: "alarms",
  },
  TurnedAway: {
    when: `the gateway itself refused more than ${mostTurnedAwayPercent} % of the requests of five minutes: credentials, a limit, a firewall. The traffic counts as at least ${leastRequests} requests. Addresses that are not the service's do not count`,
    watch: "everything",
  },
  NothingAccepted: {
    when: `in each of three periods of five minutes more than ${mostRefusedRequests} requests were refused (4xx) and no write was answered with success, neither new nor as a repetition. Screens that only read do not hide it`,
    watch: "everything",
  },
  ErpNotAsked: {
    when: "the ERP failed several times in a row, so look-ups are answered without asking it",
    watch: "everything",
  },
  ChangesStopped: {
    when: "in each of three periods of five minutes writes were recorded and the pipe took none",
    watch: "everything",
  },
} as const satisfies Readonly<Record<string, AlarmRow>>;

export type AlarmId = keyof typeof alarmTable;
