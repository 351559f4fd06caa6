import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Fixture as Bare, tableName } from "../../commands/fixture.ts";
import { startStage } from "../../commands/stage.ts";
import { startFaultyEndpoint } from "../support/faulty-endpoint.ts";

export type Options = {
  /** How many commands. */
  readonly n: number;
  /** The share of the engine's requests that are spoiled; a little fewer of the scanners' are. */
  readonly faults: number;
  /** How often the stage and the engine are killed with SIGKILL, in turn. */
  readonly kills: number;
  readonly site: string;
  readonly seed: number;
};

/** The faulty network before an engine, and a stage in a process of its own that knows no other way to the engine. */
export const tortured = async (bare: Bare, { site }: Options) => {
  const file = "store.dynamodb";
  let engine = await bare.open(file);
  const { endpoint } = engine;
  const network = await startFaultyEndpoint(endpoint);
  const start = () =>
    startStage(join(bare.folder, "data"), bare.erp, {
      ...{ SITE: site, DYNAMODB_ENDPOINT: network.url, TABLE_NAME: tableName, LOG_LEVEL: "SILENT" },
    });
  let stage = await start().catch(async (error) => {
    await Promise.all([network.stop(), bare.stop()]);
    throw error;
  });
  let whole: Promise<unknown> = Promise.resolve();
  let kills = 0;

  const killOne = async () => {
    kills += 1;
    if (kills % 2 === 0) {
      process.kill(engine.pid, "SIGKILL");
      await engine.ended;
      engine = await bare.open(file, Number(new URL(endpoint).port));
    } else {
      await stage.kill();
      stage = await start();
    }
  };

  return {
    network,
    endpoint,
    /** The address of the stage, once it runs. */
    url: async () => {
      await whole;
      return stage.url;
    },
    /** Ends the stage or the engine as a failing machine does, and starts it anew on what it left behind. */
    kill: () => {
      whole = whole.then(killOne);
      return whole;
    },
    /** Ends the stage, and waits until every packet has arrived that was on its way. */
    drain: async () => {
      await whole;
      network.faults = () => undefined;
      await stage.stop();
      while (network.underWay > 0) await sleep(20);
    },
    close: async () => {
      await whole.catch(() => {});
      await stage.stop();
      await network.stop();
      await bare.stop();
    },
  };
};

export type Fixture = Awaited<ReturnType<typeof tortured>>;
