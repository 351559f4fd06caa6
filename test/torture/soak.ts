import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import type { EmbeddedEngine } from "#infra/local/embedded-dynamodb.ts";
import { quantile } from "../../commands/cli/output.ts";
import { type LocalStage, startStage } from "../../commands/start-stage.ts";
import demo from "../../sites/demo.ts";
import { fieldsOf, type Known, knownOf, ordered, writeOn } from "../simulation/plan.ts";
import { erpRowsOf, openFixture, tableName } from "../support/fixture.ts";
import { bellMinutes, findGrowth, type MemorySample, minuteMs, ownMemoryOf } from "./memory.ts";
import { findFaults, watchClients } from "./watched-clients.ts";

export type SoakOptions = {
  readonly minutes: number;
  readonly scanners: number;
  /** Seconds between two scans of a scanner, on average. */
  readonly pause: number;
};

/** Minutes of an hour, which a shorter run scales. The service's third life is the longest: its memory shows a leak. */
const plan = { killsOfService: [7, 14, 20, 58], killsOfEngine: [11, 22, 33, 44, 55] };
/** A crew has its own goods and boxes: few enough that its scanners meet, and that an order of all commands can be found. */
const [crewSize, goodsOfCrew] = [4, 8];
const sampleMs = 5_000;
/** Milliseconds within which all scanners scan at a bell. */
const bellMs = 3_000;
/** A kill comes so long after its minute, in the middle of a bell's scans. */
const killDelayMs = 1_000;
/** A killed engine starts again after so long. */
const downMs = 3_000;
/** Milliseconds after which a worker sends an entry again that was set aside. */
const asideMs = 5_000;
/** After the last scan, what waits must be answered within this time. */
const drainMs = 10 * minuteMs;

/** Plays shifts on a local stage in real time, and kills the service and the engine now and then. Returns what must never be. */
export const soak = async (
  { minutes, scanners, pause }: SoakOptions,
  print: (line: string) => void,
): Promise<string[]> => {
  const crews = Array.from({ length: Math.ceil(scanners / crewSize) }, (_, crew) =>
    knownOf(demo, goodsOfCrew, crew),
  );
  const names = {
    goods: crews.flatMap(({ goods }) => goods),
    boxes: crews.flatMap(({ boxes }) => boxes),
  };
  await using bare = await openFixture("soak", "sites/demo.ts", (site) =>
    erpRowsOf(names, ordered(site), site),
  );
  const file = "store.dynamodb";
  const dataDir = join(bare.folder, "data");
  let engine: EmbeddedEngine = await bare.open(file);
  const { endpoint } = engine;
  const start = () =>
    startStage(dataDir, bare.erp, {
      ...{ DYNAMODB_ENDPOINT: endpoint, TABLE_NAME: tableName, LOG_LEVEL: "SILENT" },
      // As npm start has it.
      NODE_OPTIONS: "--max-semi-space-size=8",
    });
  let stage: LocalStage = await start();
  const kills = { service: 0, engine: 0, at: Date.now() };

  const endings = new Map<string, "recorded" | "refused">();
  let asides = 0;
  const { scans, clients } = watchClients(scanners, {
    stageUrl: () => stage.url,
    onEnd: (key, ending, client) => {
      if (ending !== "aside") return void endings.set(key, ending);
      asides += 1;
      setTimeout(() => client.retry(key), asideMs);
    },
  });

  const startedAt = Date.now();
  const endsAt = startedAt + minutes * minuteMs;
  const sleepUntil = (at: number) => sleep(Math.max(0, at - Date.now()));
  /** The instant of a minute of an hour, in a run of any length. */
  const instantOf = (minute: number) => startedAt + (minute / 60) * minutes * minuteMs;
  const draws = fc.sample(writeOn(demo), { numRuns: 10_000 });
  let taken = 0;
  const scan = async (scanner: number) => {
    const write = draws[Math.floor(Math.random() * draws.length)] as (typeof draws)[number];
    const crew = crews[Math.floor(scanner / crewSize)] as Known;
    const fields = await fieldsOf(write, demo, crew, { now: Date.now() });
    await clients[scanner]?.write(write.route, fields as never);
    taken += 1;
  };
  const scanBetween = async (scanner: number) => {
    const nextPause = () => (0.5 + Math.random()) * pause * 1_000;
    for (let at = startedAt + nextPause(); at < endsAt; at += nextPause()) {
      await sleepUntil(at);
      await scan(scanner);
    }
  };
  const scanAtBells = async (scanner: number) => {
    for (let minute = 0; minute < 60; minute += bellMinutes) {
      await sleepUntil(instantOf(minute) + Math.random() * bellMs);
      await scan(scanner);
    }
  };
  const killService = async () => {
    kills.service += 1;
    kills.at = Date.now();
    await stage.kill();
    stage = await start();
  };
  const killEngine = async () => {
    kills.engine += 1;
    process.kill(engine.pid, "SIGKILL");
    await engine.ended;
    await sleep(downMs);
    engine = await bare.open(file, Number(new URL(endpoint).port));
  };
  /** One after the other: the service does not start without the engine. */
  const killInTurn = async () => {
    const services = plan.killsOfService.map((minute) => ({ minute, kill: killService }));
    const engines = plan.killsOfEngine.map((minute) => ({ minute, kill: killEngine }));
    const all = [...services, ...engines].toSorted((one, other) => one.minute - other.minute);
    for (const { minute, kill } of all) {
      await sleepUntil(instantOf(minute) + killDelayMs);
      await kill();
    }
  };

  const samples: MemorySample[] = [];
  const sample = () => {
    const now = Date.now();
    const pidOfService = Number(readFileSync(join(dataDir, "stage.pid"), "utf8"));
    try {
      samples.push({
        ...{ life: kills.service, age: now - kills.at, at: now - startedAt },
        ...{ service: ownMemoryOf(pidOfService), engine: ownMemoryOf(engine.pid) },
      });
    } catch {
      // One of them has just been killed, or the system is not Linux.
    }
  };
  const reportMinutes = async () => {
    for (let minute = 1; minute <= minutes; minute += 1) {
      await sleepUntil(startedAt + minute * minuteMs);
      const ofMinute = samples.filter(({ at }) => Math.ceil(at / minuteMs) === minute);
      const median = (of: "service" | "engine") =>
        quantile(ofMinute.map(({ [of]: megabytes }) => megabytes)).toFixed(0);
      const recorded = [...endings.values()].filter((ending) => ending === "recorded").length;
      print(
        [
          `minute ${minute}: ${taken} commands, ${recorded} recorded, ${endings.size - recorded} refused`,
          `${taken - endings.size} waiting, set aside ${asides} times`,
          `kills: service ${kills.service}, engine ${kills.engine}`,
          `own memory: service ${median("service")} MB, engine ${median("engine")} MB`,
        ].join("; "),
      );
    }
  };

  const sampling = setInterval(sample, sampleMs);
  try {
    await Promise.all([
      ...clients.keys().flatMap((scanner) => [scanBetween(scanner), scanAtBells(scanner)]),
      killInTurn(),
      reportMinutes(),
    ]);
    for (const giveUpAt = Date.now() + drainMs; endings.size < taken && Date.now() < giveUpAt; )
      await sleep(100);
  } finally {
    clearInterval(sampling);
    for (const client of clients) client.close();
    await stage.stop();
  }

  const waits = [...scans.values()].map(
    ({ tries }) => (tries.at(-1)?.answered ?? 0) - (tries[0]?.sent ?? 0),
  );
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => quantile(waits, share));
  const attempts = [...scans.values()].flatMap(({ tries }) => tries);
  const silent = attempts.filter(({ verdict }) => verdict === "silence").length;
  print(`${attempts.length} requests, ${silent} of them without an answer.`);
  print(
    `From the first attempt to the last answer: p50 ${p50} ms, p99 ${p99} ms, at most ${most} ms.`,
  );
  const unanswered = [...scans.keys()].filter((key) => !endings.has(key));
  const items = crews.flatMap(({ items }) => items);
  return [
    ...unanswered.map((key) => `lost: ${key} was never answered`),
    ...(scans.size === taken ? [] : [`lost: ${taken - scans.size} commands`]),
    ...(await findFaults(endpoint, scans, items)),
    ...findGrowth(samples),
  ];
};
