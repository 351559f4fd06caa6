/** Where failures are compared with the requests of five minutes, at least this number of requests is assumed. */
export const leastTraffic = 200;

/** Milliseconds. The slowest 1 % of the requests may take longer (p99), as the gateway measures it. */
export const slowest = 1_000;

/**
 * Per cent of the requests that the gateway may turn away: of the least traffic ten. A scanner that is throttled sends 19 in five minutes or
 * more, so one alone is noticed; one whose credentials are refused sends one and waits for a person.
 */
export const mostTurnedAway = 5;

/** So many requests of five minutes may fail while no write is recorded: fewer than those of one scanner that is throttled. */
export const mostInVain = 10;

type AlarmRow = { readonly when: string; readonly act: string };

/** All alarms: when each is raised, and what to do then. Their descriptions and docs/operations.md are made from it. */
export const alarmTable = {
  ServerErrors: {
    when: `more than 1 % of the requests of five minutes ended in a 5xx. The traffic counts as at least ${leastTraffic} requests, so one or two failures on a quiet night wake nobody, and three do at any hour`,
    act: "Look for `requestFailed` in the functions' logs (the query below): `route` and `at` say where. A function that ended without an answer is on the dashboard under errors. Otherwise the scanner was asked to send again: see `ErpNotAsked`, `ConflictsGivenUp` and `Throttled`. No scan is lost.",
  },
  TurnedAway: {
    when: `the gateway itself refused more than ${mostTurnedAway} % of the requests of five minutes: credentials, a limit, a firewall. The traffic counts as at least ${leastTraffic} requests. Addresses that are not the service's do not count`,
    act: "The access log says why (`gatewayError`, the query below). `THROTTLED`: the throttle of the stage, a usage plan or the account; [a restore](restore.md) sets the stage to zero. `QUOTA_EXCEEDED`: a quota that somebody gave a usage plan. `WAF_FILTERED`: [the firewall](#a-firewall). `INVALID_API_KEY`: a key that was deleted or is of another stage. With tokens, `UNAUTHORIZED` and `ACCESS_DENIED`: issuer, audience or claims; `tokenRefused` and `keysNotFetched` say more. With IAM: the callers' credentials or their policy. No scan is lost: a 429 is sent again; a 401 holds a scanner's queue until somebody signs in, so few lines may be many scanners.",
  },
  NothingAccepted: {
    when: `in each of three periods of five minutes more than ${mostInVain} requests failed (4xx and 5xx together) and no write was recorded, neither new nor as a repetition. Screens that only read do not raise it`,
    act: "If `TurnedAway` or `ServerErrors` is raised, too, go on there. If not, look at the stage's throttle and at the account's requests a second: API Gateway logs no 429 of theirs. Otherwise the service refuses everything: `Refused` on the dashboard says by which condition; the usual cause is a wrong profile. If nobody is at work, a program has tried addresses; the access log has its `ip`.",
  },
  Slow: {
    when: `the slowest hundredth of the requests took more than ${slowest} ms at the gateway, in two of three periods of five minutes that had at least ${leastTraffic} requests`,
    act: "Compare the functions' duration with the gateway's latency on the dashboard. Functions that ask the ERP wait for it: see `erpLookupFailed`. Many cold starts show as `cold_start` in the log; more memory makes them shorter (`memory` in cdk.json).",
  },
  ConflictsGivenUp: {
    when: "a write met others on the same row until its time was up; the scanner was asked to send it again",
    act: "Look at `Conflict` on the dashboard. The usual cause, many scanners on one zongpai or box, passes by itself. If not, `npm run trace -- <zongpai>` shows who writes.",
  },
  Throttled: {
    when: "AWS refused to run a function, or the table or its index refused a request, because a limit was reached",
    act: "The alarms below this one say what was throttled. A function: raise the account's concurrency; for `erp-lookup`, `erp.connection.connections`. The table: on-demand tables take twice their last peak, so a jump passes by itself; one hot zongpai or box does not, and where the index's writes are throttled, `location.shards` is raised in two deployments ([how](change-a-site.md#another-number-of-shards)).",
  },
  ErpNotAsked: {
    when: "the ERP failed several times in a row, so look-ups are answered without asking it",
    act: "Look for `erpLookupFailed` (why) and for `erpBack` (over). `npm run erp:check -- --site <name>` looks at the ERP as the functions do. Until it is back, goods and boxes that were verified before are booked all the same, box information comes from copies, and the rest is to be sent again.",
  },
} as const satisfies Record<string, AlarmRow>;

export type AlarmId = keyof typeof alarmTable;
