import { join } from "node:path";
import { chooseSite } from "#infra/choose-site.ts";
import { createErpDatabase, type ErpRows } from "#infra/erp/erp-database.ts";
import { withErpInFile } from "#infra/erp/erp-file.ts";
import { takeAnyCredentials } from "#infra/local/any-credentials.ts";
import { createTable } from "#infra/local/create-table.ts";
import { type EmbeddedEngine, startEmbeddedDynamoDb } from "#infra/local/embedded-dynamodb.ts";
import type { Site } from "#lib/site/schema.ts";
import { makeScratchFolder } from "../../commands/cli/scratch-folder.ts";

export const tableName = "Warehouse-fixture";

type Names = Readonly<Record<"goods" | "boxes", readonly string[]>>;

/** Rows of an ERP that knows these names, each with this ordered quantity. */
export const erpRowsOf = ({ goods, boxes }: Names, quantity: number, { erp }: Site): ErpRows => ({
  goods: goods.map((zongpai) => ({ zongpai, quantity, product: "fixture" })),
  boxes: boxes.map((box_no) => ({
    box_no,
    quantity,
    columns: erp.boxes.columns.map(({ name }) => name),
  })),
});

/**
 * Opens a site with an ERP that has these rows, in an SQLite file whatever the site names; and engines in a folder of this run.
 * @throws UsageError for a site that does not exist
 */
export const openFixture = async (
  name: string,
  choice: string,
  rowsOf: (site: Site) => ErpRows,
) => {
  const site = withErpInFile(await chooseSite(choice));
  const { folder, remove } = makeScratchFolder(name);
  const erp = join(folder, "erp.sqlite");
  createErpDatabase(erp, site, rowsOf(site));
  takeAnyCredentials();
  process.env.LOG_LEVEL ||= "SILENT";
  const engines: EmbeddedEngine[] = [];
  const stop = async () => {
    await Promise.all(engines.map((engine) => engine.stop()));
    remove();
  };
  return {
    site,
    folder,
    erp,
    /** Starts an engine with the table: in memory, or in a file of the folder. Uses a free port unless one is given. */
    open: async (file?: string, port?: number) => {
      const engine = await startEmbeddedDynamoDb(file && join(folder, file), port);
      engines.push(engine);
      await createTable(engine.endpoint, tableName);
      return engine;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
};

export type Fixture = Awaited<ReturnType<typeof openFixture>>;
