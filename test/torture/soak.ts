import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { quantile } from "../../commands/cli/output.ts";
import demo from "../../sites/demo.ts";
import { fieldsOf, type Known, knownOf, ordered, writeOn } from "../simulation/plan.ts";
import { erpRowsOf, type Fixture, openFixture } from "../support/fixture.ts";
import { openKilledStage } from "./killed-stage.ts";
import { bellMinutes, findGrowth, type MemorySample, minuteMs, ownMemoryOf } from "./memory.ts";
import { findFaults, watchClients } from "./watched-clients.ts";

export type SoakOptions = {
  readonly minutes: number;
  readonly scanners: number;
  /** Seconds between two scans of a scanner, on average. */
  readonly pause: number;
};
type Print = (line: string) => void;

/**
 * Minutes of an hour, which a shorter run scales. The longest life of the service, from 20 to 58, shows whether its memory is flat. The service
 * needs most memory when the engine is killed at a bell, and V8 keeps it. So that happens before the comparison begins, and twice after.
 */
const plan = { killsOfService: [7, 14, 20, 58], killsOfEngine: [10, 25, 33, 40, 55] };
/** A crew has its own goods and boxes: few enough that its scanners meet, and that the check finds an order of all commands. */
const [crewSize, goodsOfCrew] = [4, 8];
const sampleMs = 5_000;
/**
 * The young generation is that of `npm start`. The service collects its garbage every ten seconds, and gives free space back: by itself, V8
 * lets garbage grow for many minutes and keeps the space of its busiest moment, and both would hide a leak.
 */
const collectGarbage = "setInterval(gc,10000,{type:'major',flavor:'last-resort'}).unref()";
const serviceOptions = `--max-semi-space-size=8 --expose-gc --import data:text/javascript,${collectGarbage}`;
/** Milliseconds within which all scanners scan at a bell. */
const bellMs = 3_000;
/** A kill comes so long after its minute, in the middle of a bell's scans. */
const killDelayMs = 1_000;
/** A killed engine starts again after so long. */
const downMs = 3_000;
/** A worker sends an entry that was set aside again after so long. */
const asideMs = 5_000;
/** After the last scan, each command must end within this time. */
const drainMs = 10 * minuteMs;

const sleepUntil = (at: number) => sleep(Math.max(0, at - Date.now()));

const crewsOf = (scanners: number): Known[] =>
  Array.from({ length: Math.ceil(scanners / crewSize) }, (_, crew) =>
    knownOf(demo, goodsOfCrew, crew),
  );

const fixtureFor = (crews: readonly Known[]): Promise<Fixture> => {
  const goods = crews.flatMap((crew) => crew.goods);
  const boxes = crews.flatMap((crew) => crew.boxes);
  return openFixture("soak", "sites/demo.ts", (site) =>
    erpRowsOf({ goods, boxes }, ordered(site), site),
  );
};

/** Opens the stage and its scanners. `taken` counts the commands that the clients took. */
const openWarehouse = async (fixture: Fixture, crews: readonly Known[], scanners: number) => {
  const stage = await openKilledStage(fixture, { NODE_OPTIONS: serviceOptions });
  const endings = new Map<string, "recorded" | "refused">();
  const counts = { taken: 0, asides: 0 };
  const { scans, clients } = watchClients(scanners, {
    stageUrl: stage.url,
    onEnd: (key, ending, client) => {
      if (ending !== "aside") return void endings.set(key, ending);
      counts.asides += 1;
      setTimeout(() => client.retry(key), asideMs);
    },
  });
  const draws = fc.sample(writeOn(demo), { numRuns: 10_000 });
  const scan = async (scanner: number) => {
    const write = draws[Math.floor(Math.random() * draws.length)] as (typeof draws)[number];
    const crew = crews[Math.floor(scanner / crewSize)] as Known;
    const fields = await fieldsOf(write, demo, crew, { now: Date.now() });
    await clients[scanner]?.write(write.route, fields as never);
    counts.taken += 1;
  };
  const close = async () => {
    for (const client of clients) client.close();
    await stage.stopService();
  };
  return { stage, scans, endings, counts, scan, close };
};
type Warehouse = Awaited<ReturnType<typeof openWarehouse>>;

/** The scanners scan at each bell and between, while the service and the engine are killed. */
const playShift = async (
  { stage, endings, counts, scan }: Warehouse,
  { minutes, scanners, pause }: SoakOptions,
  print: Print,
): Promise<MemorySample[]> => {
  const startedAt = Date.now();
  /** The instant of a minute of an hour, in a run of any length. */
  const instantOf = (minute: number) => startedAt + (minute / 60) * minutes * minuteMs;
  const nextPause = () => (0.5 + Math.random()) * pause * 1_000;
  const scanBetween = async (scanner: number) => {
    for (let at = startedAt + nextPause(); at < instantOf(60); at += nextPause()) {
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

  const kills = { service: 0, engine: 0 };
  let bornAt = startedAt;
  const killService = () => {
    kills.service += 1;
    bornAt = Date.now();
    return stage.killService();
  };
  const killEngine = () => {
    kills.engine += 1;
    return stage.killEngine(downMs);
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
    const { service, engine } = stage.pids();
    try {
      samples.push({
        ...{ life: kills.service, age: now - bornAt, at: now - startedAt },
        ...{ service: ownMemoryOf(service), engine: ownMemoryOf(engine) },
      });
    } catch {
      // One of them has just been killed, or the system is not Linux.
    }
  };
  const reportMinutes = async () => {
    for (let minute = 1; minute <= minutes; minute += 1) {
      await sleepUntil(startedAt + minute * minuteMs);
      const ofMinute = samples.filter(({ at }) => Math.ceil(at / minuteMs) === minute);
      const medianOf = (process: "service" | "engine") =>
        quantile(ofMinute.map(({ [process]: megabytes }) => megabytes)).toFixed(0);
      const recorded = [...endings.values()].filter((ending) => ending === "recorded").length;
      const parts = [
        `minute ${minute}: ${counts.taken} commands, ${recorded} recorded, ${endings.size - recorded} refused`,
        `${counts.taken - endings.size} waiting, set aside ${counts.asides} times`,
        `kills: service ${kills.service}, engine ${kills.engine}`,
        `own memory: service ${medianOf("service")} MB, engine ${medianOf("engine")} MB`,
      ];
      print(parts.join("; "));
    }
  };

  const sampling = setInterval(sample, sampleMs);
  const all = [...Array(scanners).keys()];
  try {
    await Promise.all([
      ...all.flatMap((scanner) => [scanBetween(scanner), scanAtBells(scanner)]),
      killInTurn(),
      reportMinutes(),
    ]);
  } finally {
    clearInterval(sampling);
  }
  return samples;
};

const printRequests = ({ scans }: Warehouse, print: Print): void => {
  const attempts = [...scans.values()].map(({ tries }) => tries);
  const requests = attempts.flat();
  const silent = requests.filter(({ verdict }) => verdict === "silence").length;
  const waits = attempts.map((tries) => (tries.at(-1)?.answered ?? 0) - (tries[0]?.sent ?? 0));
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => quantile(waits, share));
  print(`${requests.length} requests, ${silent} of them without an answer.`);
  print(`First request to last answer: p50 ${p50} ms, p99 ${p99} ms, at most ${most} ms.`);
};

/** Runs the local stage in real time and kills its processes. Returns a sentence for each broken promise. */
export const soak = async (options: SoakOptions, print: Print): Promise<string[]> => {
  const crews = crewsOf(options.scanners);
  await using fixture = await fixtureFor(crews);
  const warehouse = await openWarehouse(fixture, crews, options.scanners);
  const { stage, scans, endings, counts, close } = warehouse;
  let samples: MemorySample[];
  try {
    samples = await playShift(warehouse, options, print);
    const giveUpAt = Date.now() + drainMs;
    while (endings.size < counts.taken && Date.now() < giveUpAt) await sleep(100);
  } finally {
    await close();
  }
  printRequests(warehouse, print);
  const items = crews.flatMap((crew) => crew.items);
  const unanswered = [...scans.keys()].filter((key) => !endings.has(key));
  return [
    ...unanswered.map((key) => `lost: ${key} has no final answer`),
    ...(scans.size === counts.taken ? [] : [`lost: ${counts.taken - scans.size} commands`]),
    ...(await findFaults(stage.endpoint, scans, items)),
    ...findGrowth(samples),
  ];
};
