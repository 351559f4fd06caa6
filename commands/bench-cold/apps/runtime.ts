import { readFileSync } from "node:fs";

/**
 * Acts as Lambda's runtime does in a fresh environment: loads a function, hands it one event, and tells what that took.
 * Called with the file of the function and the file of the event.
 */
const [file = "", eventFile = ""] = process.argv.slice(2);
const event = JSON.parse(readFileSync(eventFile, "utf8")) as object;
const deadline = Date.now() + 10_000;
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
const { statusCode } = await handler(event, context);
const answered = performance.now();

const told = {
  load: loaded - from,
  event: answered - loaded,
  cpu: cpuNow() - cpuFrom,
  rss: process.resourceUsage().maxRSS / 1_024,
  statusCode,
};
process.stdout.write(`\n${JSON.stringify(told)}\n`, () => process.exit(0));
