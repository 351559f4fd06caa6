import { readFileSync } from "node:fs";

/** Acts as Lambda's runtime: loads a function, passes it the events, and prints a `Run` of starts.ts. */
const [file = "", eventsFile = ""] = process.argv.slice(2);
const events = JSON.parse(readFileSync(eventsFile, "utf8")) as object[];
const context = { awsRequestId: "bench", getRemainingTimeInMillis: () => 600_000 };

type Handler = (event: object, context: object) => Promise<{ readonly statusCode: number }>;

const began = performance.now();
const { handler } = (await import(file)) as { handler: Handler };
const load = performance.now() - began;

/** Mean processor time of these events, in microseconds. */
const timeOf = async (some: readonly object[]): Promise<number> => {
  const from = process.cpuUsage();
  for (const event of some) {
    const { statusCode } = await handler(event, context);
    if (statusCode !== 201) throw new Error(`${JSON.stringify(event)} was answered ${statusCode}`);
  }
  const { user, system } = process.cpuUsage(from);
  return (user + system) / Math.max(1, some.length);
};

const first = await timeOf(events.slice(0, 1));
const half = Math.ceil(events.length / 2);
await timeOf(events.slice(1, half));
const warm = await timeOf(events.slice(half));
process.stdout.write(`\n${JSON.stringify({ load, first, warm })}\n`, () => process.exit(0));
