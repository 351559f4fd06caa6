import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { registerHooks } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { alike } from "#infra/erp/demo-erp.ts";
import { createErpDatabase } from "#infra/erp/erp-database.ts";
import { chooseSite } from "#infra/local/choose-site.ts";
import { createTable } from "#infra/local/create-table.ts";
import { startEmbeddedDynamoDb } from "#infra/local/embedded-dynamodb.ts";
import type { Site } from "#lib/site/schema.ts";

const tableName = "Warehouse-cost";
/** Beside those of the steps, so many goods lie on shelves that a page of the overview is a full one. */
const goodsFor = ({ overview: { pageSize }, location: { shards } }: Site) => Math.ceil(1.3 * shards * (pageSize + 1)) + 10;
const boxCount = 10;
const locationCount = 10;

export type Stand = {
  readonly site: Site;
  readonly goods: readonly string[];
  readonly boxes: readonly string[];
  readonly locations: readonly string[];
  readonly stop: () => Promise<void>;
};

/** What the ERP is asked for costs AWS nothing, so it may be a file, whichever database the site names. */
const useErpInFile = () => {
  const url = new URL("../../lib/erp/sqlite.ts", import.meta.url).href;
  registerHooks({
    resolve: (specifier, context, next) => (specifier === "#erp-dialect" ? { url, shortCircuit: true } : next(specifier, context)),
  });
};

const enough = (what: string, wanted: number, found: string[]): string[] => {
  if (found.length >= wanted) return found;
  throw new Error(`The site's example of a ${what} counts on to ${found.length} others only; ${wanted} are needed.`);
};

/**
 * Brings an empty store in memory and an ERP in a temporary folder, and tells the service of them through its environment: what
 * reads that, or uses the site, must be imported afterwards.
 * @throws UsageError for a site that does not exist
 */
export const startStand = async (choice: string): Promise<Stand> => {
  const site = await chooseSite(choice);
  useErpInFile();
  const { zongpai, boxNo, location, quantity } = site.formats;
  const goods = enough("zongpai", goodsFor(site), alike(zongpai, goodsFor(site)));
  const boxes = enough("box number", boxCount, alike(boxNo, boxCount));
  const locations = enough("location", 2, alike(location, locationCount));
  const folder = await mkdtemp(join(tmpdir(), "cost-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  const erp = join(folder, "erp.sqlite");
  createErpDatabase(erp, site, {
    goods: goods.map((zongpai) => ({ zongpai, quantity: quantity.most, product: "cost" })),
    boxes: boxes.map((box_no) => ({ box_no, quantity: quantity.most, columns: site.erp.boxes.columns.map(({ name }) => name) })),
  });
  const engine = await startEmbeddedDynamoDb();
  Object.assign(process.env, {
    AWS_REGION: "local",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    TABLE_NAME: tableName,
    DYNAMODB_ENDPOINT: engine.endpoint,
    ERP_SQLITE: erp,
    POWERTOOLS_LOG_LEVEL: "SILENT",
    // The lines of metrics are logged bytes, and paid for.
    POWERTOOLS_METRICS_DISABLED: "false",
  });
  await createTable(engine.endpoint, tableName);
  return {
    site,
    goods,
    boxes,
    locations,
    stop: async () => {
      await engine.stop();
      remove();
    },
  };
};
