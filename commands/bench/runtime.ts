import { readFileSync, writeFileSync } from "node:fs";

/** Acts as Lambda's runtime: loads a function at full speed, enters the cgroup if there is one, hands over the events. */
const [file = "", eventsFile = "", cgroup = ""] = process.argv.slice(2);
const events = JSON.parse(readFileSync(eventsFile, "utf8")) as object[];
const context = { awsRequestId: "bench", getRemainingTimeInMillis: () => 600_000 };

type Handler = (event: object, context: object) => Promise<{ readonly statusCode: number }>;

const from = performance.now();
const { handler } = (await import(file)) as { handler: Handler };
const load = performance.now() - from;
if (cgroup) writeFileSync(cgroup, String(process.pid));

const started = performance.now();
let event = 0;
let warmFrom = process.cpuUsage();
for (const [at, one] of events.entries()) {
  const { statusCode } = await handler(one, context);
  if (statusCode !== 201) throw new Error(`event ${at} was answered ${statusCode}`);
  if (at === 0) event = performance.now() - started;
  if (at + 1 === Math.ceil(events.length / 2)) warmFrom = process.cpuUsage();
}
// Of the later half, when the function is warm.
const { user, system } = process.cpuUsage(warmFrom);
const warm = (user + system) / Math.max(1, Math.floor(events.length / 2));
process.stdout.write(`\n${JSON.stringify({ load, event, warm })}\n`, () => process.exit(0));
