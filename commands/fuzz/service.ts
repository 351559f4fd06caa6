import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createErpDatabase } from "#infra/erp/erp-database.ts";
import { chooseSite } from "#infra/local/choose-site.ts";
import { startStage } from "#infra/local/stage.ts";
import { usageError } from "#infra/local/usage-error.ts";
import type { Site } from "#lib/site/schema.ts";
import { type Known, knownOf } from "./values.ts";

export type Service = {
  readonly site: Site;
  readonly url: string;
  readonly known: Known;
  /** The headers that let a request in, where we know them. */
  readonly credentials?: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
};

/** So much is ordered of all goods that no rule about orders stands against a life. */
const ordered = 1_000_000;

/**
 * Starts the whole service of a site in this process, with a store and an ERP of its own in a temporary folder.
 * @throws UsageError for a site that does not exist, or that takes tokens when there is none
 */
export const ownService = async (siteName: string, requests: number, hasToken: boolean): Promise<Service> => {
  process.env.POWERTOOLS_LOG_LEVEL ??= "SILENT";
  const site = await chooseSite(siteName);
  if (site.auth.scheme === "jwt" && !hasToken)
    throw usageError(`The site ${site.name} takes tokens of ${site.auth.issuer}: give one with --header 'Authorization: Bearer …'.`);
  // More goods than a run takes: each life uses new ones.
  const known = knownOf(site, 100 + Math.ceil(requests / 20));
  const folder = await mkdtemp(join(tmpdir(), "fuzz-"));
  const erpSqlite = join(folder, "erp.sqlite");
  const columns = site.erp.boxes.columns.map(({ name }) => name);
  createErpDatabase(erpSqlite, site, {
    boxes: known.boxes.map((box_no) => ({ box_no, quantity: ordered, columns })),
    goods: known.goods.map((zongpai) => ({ zongpai, quantity: ordered, product: "fuzz" })),
  });
  const stage = await startStage({ site: siteName, port: 0, dataDir: join(folder, "data"), erpSqlite });
  const stop = async () => {
    await stage.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const [key] = stage.apiKeys.values();
  return { site, url: stage.url, known, ...(key === undefined ? {} : { credentials: { "x-api-key": key } }), stop };
};

/** A service that runs elsewhere. Its ERP is not ours, so it may know none of the goods. */
export const serviceAt = async (siteName: string, url: string): Promise<Service> => {
  const site = await chooseSite(siteName);
  return { site, url, known: knownOf(site, 20), stop: async () => {} };
};
