import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { seedDemoErp } from "#infra/erp/demo-erp.ts";
import { createErpDatabase, type ErpRows } from "#infra/erp/erp-database.ts";
import { chooseSite } from "#infra/local/choose-site.ts";
import { createTable } from "#infra/local/create-table.ts";
import { type EmbeddedEngine, startEmbeddedDynamoDb } from "#infra/local/embedded-dynamodb.ts";
import type { Site } from "#lib/site/schema.ts";
import { scratchFolder } from "./cli/scratch.ts";

export const tableName = "Warehouse-stand";

/** A site with an ERP and engines of its own, in a folder of this run. */
export type Stand = {
  readonly site: Site;
  readonly folder: string;
  readonly erp: string;
  /** Starts an engine with the table, in memory or on a file in the folder. */
  readonly open: (file?: string) => Promise<EmbeddedEngine>;
  readonly stop: () => Promise<void>;
};

/** What the ERP is asked for is measured nowhere, so it may be a file, whichever database the site names. */
const withErpInFile = (site: Site): Site => ({ ...site, erp: { ...site.erp, dialect: "sqlite", connection: false } });

/**
 * Brings an ERP with these rows, or the demo's.
 * @throws UsageError for a site that does not exist
 */
export const openStand = async (name: string, choice: string, rowsOf?: (site: Site) => ErpRows): Promise<Stand> => {
  const site = withErpInFile(await chooseSite(choice));
  const { folder, remove } = scratchFolder(name);
  const erp = join(folder, "erp.sqlite");
  if (rowsOf) createErpDatabase(erp, site, rowsOf(site));
  else seedDemoErp(erp, site);
  const credentials = { AWS_REGION: "local", AWS_ACCESS_KEY_ID: "local", AWS_SECRET_ACCESS_KEY: "local" };
  Object.assign(process.env, { ...credentials, POWERTOOLS_LOG_LEVEL: "SILENT" });
  const engines: EmbeddedEngine[] = [];
  return {
    site,
    folder,
    erp,
    open: async (file) => {
      if (file) mkdirSync(join(folder, file, ".."), { recursive: true });
      const engine = await startEmbeddedDynamoDb(file && join(folder, file));
      engines.push(engine);
      await createTable(engine.endpoint, tableName);
      return engine;
    },
    stop: async () => {
      await Promise.all(engines.map((engine) => engine.stop()));
      remove();
    },
  };
};
