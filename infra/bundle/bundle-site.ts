import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { siteAt } from "../choose-site.ts";
import type { DeploymentSettings } from "../deployment.ts";
import { siteAliases } from "./aliases.ts";
import { type BuiltBundle, bundleEntries } from "./build.ts";
import { planFunctions } from "./entries.ts";

export type BundleOptions = {
  /** The absolute path of the site's file. */
  readonly profile: string;
  readonly deployment: Pick<DeploymentSettings, "functions" | "docs">;
  /** For the functions' folders. */
  readonly folder: string;
  /** A SQLite database for the functions that ask the ERP. */
  readonly erpFile?: string;
};

/** A function's folder; the handler is `index.handler`. */
export type FunctionBundle = BuiltBundle & { readonly folder: string };

/**
 * Copies a SQLite database into a single file, because the folder of a function is read-only and SQLite could not write a journal there.
 * The same rows give the same bytes.
 */
const copyErp = (from: string, to: string): void => {
  const database = new DatabaseSync(from, { readOnly: true });
  try {
    database.prepare("VACUUM INTO ?").run(to);
  } finally {
    database.close();
  }
};

const loaderFile = new URL("./loader.js", import.meta.url);

/**
 * Bundles each function of a deployment into its own folder, which becomes a Lambda asset. The folder has `index.mjs`, which Lambda loads,
 * the bundle, and the SQLite file of a function that reads a SQLite ERP. The same input gives the same bytes.
 */
export const bundleSite = async ({
  profile,
  deployment,
  folder,
  erpFile,
}: BundleOptions): Promise<ReadonlyMap<string, FunctionBundle>> => {
  const site = await siteAt(profile);
  const functions = planFunctions(site, deployment);
  const entries = Object.fromEntries(functions.map(({ id, entry }) => [id, entry]));
  const built = await bundleEntries(entries, siteAliases(profile, site), folder);
  for (const { id, asksErp } of functions) {
    copyFileSync(loaderFile, join(folder, id, "index.mjs"));
    if (erpFile && asksErp) copyErp(erpFile, join(folder, id, "erp.sqlite"));
  }
  return new Map([...built].map(([id, one]) => [id, { ...one, folder: join(folder, id) }]));
};
