import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startStage } from "../../commands/start-stage.ts";
import { type Fixture, tableName } from "../support/fixture.ts";

const storeFile = "store.dynamodb";

/** A stage of demo whose service and engine are separate processes, so that each can be killed alone. */
export const openKilledStage = async (fixture: Fixture, variables = {}) => {
  let engine = await fixture.open(storeFile);
  const { endpoint } = engine;
  const dataDir = join(fixture.folder, "data");
  const startService = () =>
    startStage(dataDir, fixture.erp, {
      ...{ DYNAMODB_ENDPOINT: endpoint, TABLE_NAME: tableName, LOG_LEVEL: "SILENT" },
      ...variables,
    });
  let service = await startService();
  return {
    endpoint,
    url: () => service.url,
    pids: () => ({
      service: Number(readFileSync(join(dataDir, "stage.pid"), "utf8")),
      engine: engine.pid,
    }),
    killService: async () => {
      await service.kill();
      service = await startService();
    },
    /** The engine starts again after so many milliseconds. */
    killEngine: async (downMs = 0) => {
      process.kill(engine.pid, "SIGKILL");
      await engine.ended;
      await sleep(downMs);
      engine = await fixture.open(storeFile, Number(new URL(endpoint).port));
    },
    stopService: () => service.stop(),
  };
};
