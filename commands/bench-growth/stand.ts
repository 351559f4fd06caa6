import { rmSync } from "node:fs";
import { cp, mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createErpDatabase } from "#infra/erp/erp-database.ts";
import { createTable } from "#infra/local/create-table.ts";
import { type EmbeddedEngine, startEmbeddedDynamoDb } from "#infra/local/embedded-dynamodb.ts";
import site from "#site";
import { fromTo } from "./draw.ts";
import { fresh, growing, layout } from "./layout.ts";
import { freshNeeded, lengthsTo } from "./lengths.ts";
import type { Options } from "./options.ts";

const tableName = "Warehouse-growth";

const writeErp = (file: string, options: Options): void => {
  const needed = freshNeeded(options);
  const boxNos = [
    ...fromTo(0, layout.boxes(options.sizes.at(-1) ?? 0), layout.boxNoAt),
    ...fromTo(0, needed, fresh.boxNo),
    ...lengthsTo(options.longest).map(growing.boxNo),
  ];
  createErpDatabase(file, site, {
    boxes: boxNos.map((box_no) => ({ box_no, quantity: layout.ordered, columns: site.erp.boxes.columns.map(({ name }) => name) })),
    goods: [...fromTo(0, needed, fresh.zongpai)].map((zongpai) => ({ zongpai, quantity: layout.ordered, product: "growth" })),
  });
};

/** Tables, each in a file and an engine of its own, under the folder of this run. */
export type Stand = {
  /** Starts the engine of a table, which is empty if it was not there. */
  readonly open: (table: string) => Promise<EmbeddedEngine>;
  /** Copies a table whose engine is stopped. */
  readonly copy: (from: string, to: string) => Promise<void>;
  /** Stops every engine and removes the folder. */
  readonly stop: () => Promise<void>;
};

/**
 * Brings a temporary folder with an ERP and tells the service of it through its environment: what reads that when it loads must
 * be imported afterwards.
 */
export const startStand = async (options: Options): Promise<Stand> => {
  const folder = await mkdtemp(join(tmpdir(), "bench-growth-"));
  const removeNow = () => rmSync(folder, { recursive: true, force: true });
  // Also where a second Ctrl-C ends the process at once.
  process.once("exit", removeNow);
  const erp = join(folder, "erp.sqlite");
  writeErp(erp, options);
  Object.assign(process.env, {
    AWS_REGION: "local",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    TABLE_NAME: tableName,
    // The port is that of the engine in turn: reach.ts.
    DYNAMODB_ENDPOINT: "http://127.0.0.1",
    ERP_SQLITE: erp,
    POWERTOOLS_LOG_LEVEL: "SILENT",
  });
  const engines: EmbeddedEngine[] = [];
  return {
    open: async (table) => {
      await mkdir(join(folder, table), { recursive: true });
      const engine = await startEmbeddedDynamoDb(join(folder, table, "dynamodb.sqlite"));
      engines.push(engine);
      await createTable(engine.endpoint, tableName);
      return engine;
    },
    copy: (from, to) => cp(join(folder, from), join(folder, to), { recursive: true }),
    stop: async () => {
      await Promise.all(engines.map((engine) => engine.stop()));
      removeNow();
    },
  };
};
