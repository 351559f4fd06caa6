import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DeleteTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { type Fixture as Bare, tableName } from "../../commands/fixture.ts";
import { startStage } from "../../commands/stage.ts";
import { startFaultyEndpoint } from "../support/faulty-endpoint.ts";
import { type Plant, plants } from "./plants.ts";

export type Options = {
  /** How many commands. */
  readonly n: number;
  /** The share of the engine's requests that are spoiled; a little fewer of the scanners' are. */
  readonly faults: number;
  /** How often the stage and the embedded engine are killed with SIGKILL, in turn. */
  readonly kills: number;
  /** The address of another DynamoDB: a table of its own is made there and deleted, and the stage alone is killed. */
  readonly engine?: string | undefined;
  readonly site: string;
  readonly seed: number;
  /** A rule that is broken on the way to the engine, to show that the count finds it. */
  readonly plant?: Plant | undefined;
};

const deleteTable = async (endpoint: string, table: string) => {
  const client = new DynamoDBClient({ endpoint });
  await client.send(new DeleteTableCommand({ TableName: table })).finally(() => client.destroy());
};

/** A stand with the faulty network before its engine, and a stage in a process of its own that knows no other way to the engine. */
export const tortured = async (bare: Bare, { site, engine: other, plant }: Options) => {
  const file = "store.dynamodb";
  let engine = other === undefined ? await bare.open(file) : undefined;
  const endpoint = other ?? engine?.endpoint ?? "";
  const table = other === undefined ? tableName : `torture-${randomUUID()}`;
  const network = await startFaultyEndpoint(endpoint);
  if (plant) network.forged = plants[plant];
  const start = () =>
    startStage(join(bare.folder, "data"), bare.erp, {
      ...{ SITE: site, DYNAMODB_ENDPOINT: network.url, TABLE_NAME: table, LOG_LEVEL: "SILENT" },
    });
  let stage = await start().catch(async (error) => {
    await Promise.all([network.stop(), bare.stop()]);
    throw error;
  });
  let whole: Promise<unknown> = Promise.resolve();
  let kills = 0;

  const killOne = async () => {
    kills += 1;
    if (engine && kills % 2 === 0) {
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
    table,
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
      if (other !== undefined) await deleteTable(other, table);
      await bare.stop();
    },
  };
};

export type Fixture = Awaited<ReturnType<typeof tortured>>;
