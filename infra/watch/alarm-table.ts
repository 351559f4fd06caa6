/** Where failures are compared with the requests of five minutes, at least this number of requests is assumed. */
export const leastTraffic = 200;

/** Milliseconds. The slowest 1 % of the requests may take longer (p99), as the gateway measures it. */
export const slowest = 1_000;

type AlarmRow = { readonly when: string; readonly act: string };

/**
 * All alarms: when each is raised, and what to do then. The descriptions of the alarms and docs/operations.md are made from it.
 */
export const alarmTable = {
  ServerErrors: {
    when: `more than 1 % of the requests of five minutes ended in a 5xx. The traffic counts as at least ${leastTraffic} requests, so that one or two failures on a quiet night do not wake anybody, and three within five minutes do at any hour`,
    act: "Look for `requestFailed` in the functions' logs (the query below): `route` and `at` say where. A function that ended without an answer, by a crash, a time-out or for want of memory, is on the dashboard under errors. Lambda throttling a function shows as 5xx, too: alarm `Throttled`. If there is none of these, the 5xx are refusals that tell the scanner to send again: `ErpNotAsked`, `ConflictsGivenUp` and `Throttled` are about those. No scan is lost: the scanners keep theirs and send them again.",
  },
  Slow: {
    when: `the slowest hundredth of the requests took more than ${slowest} ms at the gateway, in two of three periods of five minutes that had at least ${leastTraffic} requests; with fewer, one cold start would be the slowest hundredth`,
    act: "Compare the functions' duration with the gateway's latency on the dashboard. Functions that ask the ERP wait for it: see `erpLookupFailed`. Many cold starts show as `cold_start` in the log; more memory makes them shorter (`deployment.memory`).",
  },
  ConflictsGivenUp: {
    when: "a write met others on the same row until its time was up; the scanner was told to send it again",
    act: "Look at `Conflict` on the dashboard. Many scanners on one zongpai or box are the usual cause, and pass by themselves. If it goes on for one zongpai, `npm run trace -- <zongpai>` shows who writes to it.",
  },
  Throttled: {
    when: "AWS refused to run a function, or the table or its index refused a request, because a limit was reached",
    act: "The alarms below this one say what was throttled. A function: raise the account's concurrency; for `erp-lookup`, which runs once for each connection that the ERP grants, `erp.connection.connections` (saves of goods that were verified before do not wait for it). The table: on-demand tables take twice their last peak, so a jump settles by itself; one hot zongpai or box does not, and where the index's writes are throttled, `location.shards` is raised in two deployments ([how](change-a-site.md#another-number-of-shards)).",
  },
  ErpNotAsked: {
    when: "the ERP failed several times in a row, so look-ups are answered without asking it",
    act: "Look for `erpLookupFailed` (why) and for `erpBack` (over). `npm run erp:check -- --site <name>` looks at the ERP as the functions do. Until it is back, goods and boxes that were verified before are booked all the same, box information comes from copies, and the rest is told to send again.",
  },
  CodeCacheRejected: {
    when: "an environment started without its V8 code cache, which another Node had made than the one that Lambda runs; it works, but its start takes half as long again",
    act: "Deploy again, from a machine whose Docker runs AWS's image: the functions then get Lambda's newest Node, and caches of the same. If it is raised again at once, the deployment's first lines say which Node made the caches; a site that fixes its runtime (`deployment.runtime`) needs that one's (`-c node=<binary>`). `-c node=none` deploys without caches.",
  },
} as const satisfies Record<string, AlarmRow>;

export type AlarmId = keyof typeof alarmTable;
