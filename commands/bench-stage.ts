import { once } from "node:events";
import { join } from "node:path";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import { spawnBound } from "#infra/local/spawn-bound.ts";
import type { RouteId } from "#lib/endpoints/ids.ts";
import demo from "../sites/demo.ts";
import { machineNow, mustBeQuiet } from "./bench/machine.ts";
import { quantile } from "./bench/meter.ts";
import { requestTo } from "./bench/service.ts";
import type { Fields } from "./bench/steps.ts";
import { met } from "./bench-cold/report.ts";
import { command, run, wholeFrom } from "./cli/command.ts";
import { scratchFolder } from "./cli/scratch.ts";

/** Seconds to the first answer; writes a second. */
const goal = { start: 1, writes: 500 };
const clients = 32;
/** Milliseconds in which V8 compiles what is called often; they do not count. */
const warming = 3_000;

const headers = { "content-type": "application/json", ...localCredentials(demo) };

/** @throws Error when it is not answered as it must be */
const send = async (url: string, id: RouteId, fields: Fields): Promise<void> => {
  const { httpMethod: method, path, body } = requestTo(id, fields, demo);
  const answer = await fetch(`${url}${path}`, { method, headers, body });
  const said = await answer.text();
  if (answer.status !== demo.success[id])
    throw new Error(`${id} was answered ${answer.status} ${said}`);
};

/** `npm start` on an empty folder: where it is, the seconds to its first answer, and what ends it. */
const start = async (dataDir: string) => {
  const from = performance.now();
  const env = { ...process.env, SITE: "demo", PORT: "0", DATA_DIR: dataDir, LOG_REQUESTS: "0" };
  const child = spawnBound("npm", ["start"], { env, stdio: ["ignore", "pipe", "inherit"] });
  const closed = once(child, "close");
  let said = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      said += chunk;
      const address = /address\s+(http\S+)\s/.exec(said)?.[1];
      if (address) resolve(address);
    });
    void closed.then(() => reject(new Error(`npm start has ended.\n${said}`)));
  });
  await send(url, "location-overview", {});
  return {
    url,
    seconds: (performance.now() - from) / 1_000,
    stop: () => child.kill("SIGTERM") && closed,
  };
};

/** Has each client register goods, the next as soon as the last was answered; gives the milliseconds of each. */
const write = async (url: string, lasting: number): Promise<number[]> => {
  const [from, times] = [performance.now(), [] as number[]];
  let goods = 0;
  const client = async () => {
    for (let sent = from; sent < from + warming + lasting; ) {
      goods += 1;
      sent = performance.now();
      await send(url, "post-trace-location", {
        zongpai: `PO${goods}-1`,
        location: `L1-A-${goods % 500}`,
      });
      if (sent > from + warming) times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return times;
};

const program = command(
  "bench:stage",
  "Measures the local stage: from npm start to its first answer, and the writes a second that it takes.",
  `Each start is npm start on an empty folder. The last one is sent registrations over HTTP by ${clients} clients, each of which sends its next
when the last was answered; they take a part of the same processors.

Exit status: 0 measured; 1 the measuring could not be finished, or other work runs on the machine; 2 wrong call; 130 interrupted.`,
)
  .option(
    "--starts <n>",
    "how often it is started, after once that does not count",
    wholeFrom(1, 100),
    5,
  )
  .option("--seconds <n>", "for how long it is written to", wholeFrom(1, 600), 10)
  .option("--anyway", "measure although other work runs on the machine")
  .action(async ({ starts, seconds, anyway }) => {
    const { load } = mustBeQuiet(machineNow(), anyway);
    const { folder } = scratchFolder("bench-stage");
    const [starting, answered] = [[] as number[], [] as number[]];
    for (let at = 0; at <= starts; at += 1) {
      const stage = await start(join(folder, String(at)));
      if (at > 0) starting.push(stage.seconds);
      try {
        if (at === starts) answered.push(...(await write(stage.url, seconds * 1_000)));
      } finally {
        await stage.stop();
      }
    }
    const writes = answered.length / seconds;
    const [p50, p99] = [0.5, 0.99].map((share) => quantile(answered, share).toFixed(0));
    console.log(`First answer after ${met(quantile(starting, 0.5), goal.start)} s, the median of ${starts} starts.
${writes.toFixed(0)} writes a second (goal: at least ${goal.writes}, ${writes >= goal.writes ? "met" : "missed"}); p50 ${p50} ms, p99 ${p99} ms.
The load was ${load.toFixed(1)} when it began.`);
  });

await run(program);
