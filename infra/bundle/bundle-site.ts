import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { siteAt } from "../choose-site.ts";
import { siteAliases } from "./aliases.ts";
import { type Built, bundleEntries } from "./build.ts";
import { cacheFile, firstEventFile } from "./compile.ts";
import { planned } from "./entries.ts";
import { makeCodeCaches } from "./make-code-caches.ts";

export type BundleOptions = {
  /** The absolute path of the site's file. */
  readonly profile: string;
  /** For the functions' folders. */
  readonly folder: string;
  /** A SQLite database for the functions that ask the ERP. */
  readonly erpFile?: string;
  /** The path of a Node of Lambda's version, or `docker`; without it no code cache is made. */
  readonly codeCacheNode?: string;
  /** Whether the page that describes the API is deployed. */
  readonly hasDocs?: boolean;
};

/** A function's folder; the handler is `index.handler`. */
export type Bundle = {
  readonly folder: string;
  /** Of the bundle without its code cache. */
  readonly bytes: number;
  /** If there is a code cache, which V8 writes differently each time: every deployment would replace every function. */
  readonly assetHash: string | undefined;
  readonly inputs: Built["inputs"];
};

/**
 * Copies a SQLite database into one file that needs no other beside it, because a function's folder is read only. The same rows give the
 * same bytes.
 */
const copyErp = (from: string, to: string): void => {
  const database = new DatabaseSync(from, { readOnly: true });
  try {
    database.prepare("VACUUM INTO ?").run(to);
  } finally {
    database.close();
  }
};

const writeLoader = (folder: string) =>
  build({
    entryPoints: [fileURLToPath(new URL("./loader.ts", import.meta.url))],
    outfile: join(folder, "index.mjs"),
    bundle: true,
    platform: "node",
    target: "node24",
    format: "esm",
    minify: true,
    logLevel: "silent",
  });

/** Of a code cache: which source and which Node made it. */
const headerBytes = 20;

/** The hash of everything in a function's folder, of its code cache the header only. */
const hashOf = (folder: string): string => {
  const hash = createHash("sha256");
  for (const name of readdirSync(folder).toSorted()) {
    const bytes = readFileSync(join(folder, name));
    hash.update(name).update(name === cacheFile ? bytes.subarray(0, headerBytes) : bytes);
  }
  return hash.digest("hex");
};

/**
 * Bundles every function of a site into a folder of its own, which becomes a Lambda asset: `index.mjs`, which Lambda loads, the bundle,
 * perhaps its code cache and the ERP's file. The same input gives the same bytes, except for the code cache.
 * @throws Error with the message of the Node that should make the code cache
 */
export const bundleSite = async ({
  profile,
  folder,
  erpFile,
  codeCacheNode,
  hasDocs,
}: BundleOptions): Promise<ReadonlyMap<string, Bundle>> => {
  const site = await siteAt(profile);
  const functions = planned(site, hasDocs).map((one) => ({ ...one, folder: join(folder, one.id) }));
  const entries = Object.fromEntries(functions.map(({ id, entry }) => [id, entry]));
  const built = await bundleEntries(entries, siteAliases(profile, site), folder);
  for (const { asksErp, folder, first } of functions) {
    await writeLoader(folder);
    if (first) writeFileSync(join(folder, firstEventFile), JSON.stringify(first));
    if (erpFile && asksErp) copyErp(erpFile, join(folder, "erp.sqlite"));
  }
  // The functions that serve files get them later, and could not be called before.
  const callable = functions.filter(({ id }) => id !== "docs" && id !== "pages");
  if (codeCacheNode) await makeCodeCaches(codeCacheNode, folder, callable, site);
  return new Map(
    functions.map(({ id, folder }) => {
      const { bytes, inputs } = built.get(id) ?? { bytes: 0, inputs: new Map() };
      const assetHash = existsSync(join(folder, cacheFile)) ? hashOf(folder) : undefined;
      return [id, { folder, bytes, assetHash, inputs }];
    }),
  );
};
