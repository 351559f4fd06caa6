/** Where failures are compared with the requests of five minutes, at least this number of requests is assumed. */
export const leastTraffic = 200;

/** Milliseconds. The slowest 1 % of the requests may take longer (p99), as the gateway measures it. */
export const slowest = 1_000;

/**
 * Per cent of the requests that the gateway may turn away: of the least traffic ten. One scanner that is throttled sends 19 or more in five
 * minutes; one whose credentials are refused sends one.
 */
export const mostTurnedAway = 5;

/** So many requests of five minutes may fail while no write is recorded: fewer than those of one scanner that is throttled. */
export const mostInVain = 10;

/** Seconds that a change may lie unread in its queue. */
export const longestUnread = 86_400;

/** All alarms, and when each is raised; docs/operations.md says what to do then. */
export const alarmTable = {
  ServerErrors: `more than 1 % of the requests of five minutes ended in a 5xx. The traffic counts as at least ${leastTraffic} requests`,
  TurnedAway: `the gateway itself refused more than ${mostTurnedAway} % of the requests of five minutes: credentials, a limit, a firewall. The traffic counts as at least ${leastTraffic} requests. Addresses that are not the service's do not count`,
  NothingAccepted: `in each of three periods of five minutes more than ${mostInVain} requests failed (4xx and 5xx together) and no write was recorded, neither new nor as a repetition. Screens that only read do not raise it`,
  Slow: `the slowest hundredth of the requests took more than ${slowest} ms at the gateway, in two of three periods of five minutes that had at least ${leastTraffic} requests`,
  ConflictsGivenUp:
    "a write met others on the same row until its time was up; the scanner was asked to send it again",
  Throttled:
    "AWS refused to run a function, or the table or its index refused a request, because a limit was reached",
  ErpNotAsked: "the ERP failed several times in a row, so look-ups are answered without asking it",
  ChangesLate:
    "in each of three periods of five minutes the pipe failed to send changes, or writes were recorded and it took none",
  ChangesLost: "the pipe gave up changes that could not be sent for 23 hours",
  ChangesUnread: "the oldest change in the queue has not been read for a day",
} as const;

export type AlarmId = keyof typeof alarmTable;
