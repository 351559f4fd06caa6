import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { siteAt } from "../choose-site.ts";
import { siteAliases } from "./aliases.ts";
import { budgetOf } from "./budgets.ts";
import { bundleEntries, type Entries } from "./build.ts";
import { cacheFile } from "./bundle-file.ts";
import { copyErp } from "./copy-erp.ts";
import { planned } from "./entries.ts";
import { makeCodeCaches } from "./make-code-caches.ts";
import type { NodeCommand } from "./runtime-node.ts";

export type BundleOptions = {
  /** The absolute path of the site's file. */
  readonly profile: string;
  /** The folder in which the functions' folders are made. */
  readonly folder: string;
  /** A SQLite database, copied as `erp.sqlite` into the folders of the functions that ask the ERP. */
  readonly erpFile?: string;
  /** A Node of exactly the version, architecture and flags of the Lambda runtime; without it no code cache is made. */
  readonly codeCacheNode?: NodeCommand;
};

/** What is deployed of one function: a folder; the handler is `index.handler`. */
export type Bundle = {
  readonly folder: string;
  /** Bytes of the bundle, without its code cache; and how many it should have at most. */
  readonly bytes: number;
  readonly budget: number;
  /** Bytes of its code cache; `undefined` when none was made. */
  readonly codeCache: number | undefined;
  /**
   * If there is a code cache: the hash of the asset without it. V8 writes a different cache each time, and with it in the hash every
   * deployment would replace every function.
   */
  readonly assetHash: string | undefined;
  /** The files in the bundle, as paths from the project's root, with the bytes of each. */
  readonly inputs: ReadonlyMap<string, number>;
};

const loaderText = async (): Promise<Uint8Array> => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("./loader.ts", import.meta.url))],
    bundle: true,
    platform: "node",
    target: "node24",
    format: "esm",
    minify: true,
    write: false,
    logLevel: "silent",
  });
  const [file] = outputFiles;
  if (!file) throw new Error("the bundler gave no loader");
  return file.contents;
};

/** The hash of everything in a function's folder but the code cache; instead of it, of the Node that made it. */
const hashOf = (folder: string, madeBy: string): string => {
  const hash = createHash("sha256").update(madeBy);
  for (const name of readdirSync(folder).toSorted())
    if (name !== cacheFile) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest("hex");
};

/**
 * Bundles every function of a site, each into its own folder, which becomes a Lambda asset: `index.mjs`, which Lambda loads, the bundle,
 * perhaps its code cache, perhaps the ERP's file. The same input gives the same bytes, except for the code cache.
 * @throws Error with the message of the Node that should make the code cache
 */
export const bundleSite = async ({
  profile,
  folder,
  erpFile,
  codeCacheNode,
}: BundleOptions): Promise<ReadonlyMap<string, Bundle>> => {
  const site = await siteAt(profile);
  const functions = planned(site);
  const entries: Entries = Object.fromEntries(functions.map(({ id, entry }) => [id, entry]));
  const [built, loader] = await Promise.all([
    bundleEntries(entries, siteAliases(profile, site), folder),
    loaderText(),
  ]);
  const bundled = functions.map((planned) => {
    const { bytes, inputs } = built.get(planned.id) ?? {
      bytes: 0,
      inputs: new Map<string, number>(),
    };
    return {
      ...planned,
      bytes,
      budget: budgetOf(site, planned),
      inputs,
      folder: join(folder, planned.id),
    };
  });
  await Promise.all(
    bundled.map(async ({ asksErp, folder }) => {
      await writeFile(join(folder, "index.mjs"), loader);
      if (erpFile && asksErp) copyErp(erpFile, join(folder, "erp.sqlite"));
    }),
  );
  const primed = bundled.filter(({ id }) => id !== "docs" && id !== "pages");
  const caches = codeCacheNode ? await makeCodeCaches(codeCacheNode, primed, site) : undefined;
  return new Map(
    bundled.map(({ id, folder, bytes, budget, inputs }) => {
      const codeCache = caches?.sizes.get(id);
      return [
        id,
        {
          folder,
          bytes,
          budget,
          codeCache,
          assetHash: caches && codeCache ? hashOf(folder, caches.madeBy) : undefined,
          inputs,
        },
      ];
    }),
  );
};
