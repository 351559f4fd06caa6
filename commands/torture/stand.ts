import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DeleteTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { createErpDatabase } from "#infra/erp/erp-database.ts";
import { startEmbeddedDynamoDb } from "#infra/local/embedded-dynamodb.ts";
import type { Site } from "#lib/site/schema.ts";
import { scratchFolder } from "../cli/scratch.ts";
import { startStage } from "../stage.ts";
import { startFaultyEndpoint } from "./faulty-endpoint.ts";
import type { Options } from "./options.ts";
import { type knownOf, ordered } from "./plan.ts";
import { plants } from "./plants.ts";

/** The engine on this machine takes any credentials, but the SDK sends no request without. */
const setCredentials = () => {
  const { env } = process;
  env.AWS_REGION ||= "us-east-1";
  env.AWS_ACCESS_KEY_ID ||= "local";
  env.AWS_SECRET_ACCESS_KEY ||= "local";
};

const deleteTable = async (endpoint: string, table: string) => {
  const client = new DynamoDBClient({ endpoint });
  await client.send(new DeleteTableCommand({ TableName: table })).finally(() => client.destroy());
};

/** An engine, the faulty network before it, and a stage in a process of its own that knows no other way to the engine. */
export const openStand = async (options: Options, site: Site, known: ReturnType<typeof knownOf>) => {
  setCredentials();
  const { folder, remove } = scratchFolder("torture");
  const file = join(folder, "store.dynamodb");
  const erp = join(folder, "erp.sqlite");
  const columns = site.erp.boxes.columns.map(({ name }) => name);
  createErpDatabase(erp, site, {
    boxes: known.boxes.map((box_no) => ({ box_no, quantity: 1, columns })),
    goods: known.goods.map((zongpai) => ({ zongpai, quantity: ordered(site), product: "torture" })),
  });
  const table = `torture-${randomUUID()}`;
  let engine = options.engine === undefined ? await startEmbeddedDynamoDb(file) : undefined;
  const endpoint = options.engine ?? engine?.endpoint ?? "";
  const network = await startFaultyEndpoint(endpoint);
  if (options.plant) network.forged = plants[options.plant];
  const start = () =>
    startStage(join(folder, "data"), erp, {
      ...{ SITE: options.site, DYNAMODB_ENDPOINT: network.url, TABLE_NAME: table, POWERTOOLS_LOG_LEVEL: "SILENT" },
    });
  let stage = await start().catch(async (error) => {
    await Promise.all([network.stop(), engine?.stop()]);
    throw error;
  });
  let whole: Promise<unknown> = Promise.resolve();
  let kills = 0;

  const killOne = async () => {
    kills += 1;
    if (engine && kills % 2 === 0) {
      process.kill(engine.pid, "SIGKILL");
      await engine.ended;
      engine = await startEmbeddedDynamoDb(file, Number(new URL(endpoint).port));
    } else {
      await stage.kill();
      stage = await start();
    }
  };

  return {
    network,
    endpoint,
    table,
    kills: () => kills,
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
    settle: async () => {
      await whole;
      network.faults = () => undefined;
      await stage.stop();
      while (network.underWay > 0) await sleep(20);
    },
    close: async () => {
      await whole.catch(() => {});
      await stage.stop();
      await network.stop();
      if (options.engine !== undefined) await deleteTable(options.engine, table);
      await engine?.stop();
      remove();
    },
  };
};

export type Stand = Awaited<ReturnType<typeof openStand>>;
