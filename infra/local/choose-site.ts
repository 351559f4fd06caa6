import { existsSync, readdirSync } from "node:fs";
import { registerHooks } from "node:module";
import { basename, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Site } from "#lib/site/schema.ts";
import { passwordModule } from "../erp/erp-password.ts";
import { usageError } from "./usage-error.ts";

const folder = fileURLToPath(new URL("../../sites/", import.meta.url));

const siteNames = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => basename(file, ".ts"))
    .toSorted();

/**
 * The file of a profile that is named, or given as a path.
 * @throws UsageError when there is none
 */
export const profileOf = (choice: string): string => {
  if (choice.endsWith(".ts")) {
    const file = resolve(choice);
    if (!existsSync(file)) throw usageError(`There is no site profile at ${file}.`);
    return file;
  }
  const names = siteNames();
  if (names.includes(choice)) return resolve(folder, `${choice}.ts`);
  throw usageError(`There is no site "${choice}". The sites are: ${names.join(", ")}. A path that ends in .ts names another profile.`);
};

/**
 * Makes `#site` mean the profile that `choice` names, a file under `sites/` or a path that ends in `.ts`, and loads it; and
 * `#erp-dialect` and `#erp-password` the dialect that it names and the reader of its password.
 * Whatever uses the profile must be imported afterwards, so dynamically: a module that was loaded keeps the site that it had.
 * @throws UsageError when there is no such profile; Error that lists the profile's faults when it fails its check
 */
export const chooseSite = async (choice: string): Promise<Site> => {
  const url = pathToFileURL(profileOf(choice)).href;
  const chosen = new Map([["#site", url]]);
  registerHooks({
    resolve: (specifier, context, next) => {
      const file = chosen.get(specifier);
      return file ? { url: file, shortCircuit: true } : next(specifier, context);
    },
  });
  const { default: site } = await import("#site");
  chosen.set("#erp-dialect", new URL(`../../lib/erp/${site.erp.dialect}.ts`, import.meta.url).href);
  chosen.set("#erp-password", passwordModule(site).href);
  return site;
};
