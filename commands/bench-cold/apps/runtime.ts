import { readFileSync } from "node:fs";

/**
 * Acts as Lambda's runtime does in a fresh environment: loads a function, hands it one event, and tells what that took.
 * Called with the file of the function and the file of the event. If that has a list of events, it takes them one after the other, and tells
 * the processor time of one of the later half, when the function is warm.
 */
const [file = "", eventFile = ""] = process.argv.slice(2);
const given = JSON.parse(readFileSync(eventFile, "utf8")) as object;
const events = (Array.isArray(given) ? given : [given]) as object[];
const deadline = Date.now() + 600_000;
const context = {
  awsRequestId: "00000000-0000-4000-8000-000000000000",
  functionName: "bench",
  functionVersion: "$LATEST",
  memoryLimitInMB: "512",
  callbackWaitsForEmptyEventLoop: true,
  getRemainingTimeInMillis: () => deadline - Date.now(),
};

type Handler = (event: object, context: object) => Promise<{ readonly statusCode: number }>;

const cpuNow = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const [from, cpuFrom] = [performance.now(), cpuNow()];
const { handler } = (await import(file)) as { handler: Handler };
const loaded = performance.now();
const { statusCode } = await handler(events[0] ?? {}, context);
const answered = performance.now();
const cpu = cpuNow() - cpuFrom;

const half = Math.ceil(events.length / 2);
let warmFrom = 0;
for (const [at, event] of events.entries()) {
  if (at === half) warmFrom = cpuNow();
  const { statusCode: next } = at === 0 ? { statusCode } : await handler(event, context);
  if (next !== statusCode) throw new Error(`event ${at} was answered ${next}`);
}

const told = {
  load: loaded - from,
  event: answered - loaded,
  cpu,
  warm: events.length > 1 ? (cpuNow() - warmFrom) / (events.length - half) : 0,
  rss: process.resourceUsage().maxRSS / 1_024,
  statusCode,
};
process.stdout.write(`\n${JSON.stringify(told)}\n`, () => process.exit(0));
