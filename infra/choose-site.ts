import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { checkSite } from "#check-site";
import { apartNameFault } from "#lib/site/question.ts";
import type { Site } from "#lib/site/schema.ts";
import { usageError } from "./usage-error.ts";

const sitesFolder = fileURLToPath(new URL("../sites/", import.meta.url));

const siteNames = (): string[] =>
  readdirSync(sitesFolder)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => basename(file, ".ts"))
    .toSorted();

/**
 * The file of a profile, from its name or its path.
 * @throws UsageError if there is none
 */
export const profileOf = (choice: string): string => {
  if (choice.endsWith(".ts")) {
    const file = resolve(choice);
    if (!existsSync(file)) throw usageError(`There is no site profile at ${file}.`);
    return file;
  }
  const names = siteNames();
  if (names.includes(choice)) return resolve(sitesFolder, `${choice}.ts`);
  throw usageError(
    `There is no site "${choice}". The sites are: ${names.join(", ")}. A path that ends in .ts names another profile.`,
  );
};

/** A name in an object that JavaScript drops before anything can check it. */
const droppedName = /__proto__["']?\s*:/;

const defaultExportOf = async (profile: string): Promise<unknown> => {
  try {
    const module: { default?: unknown } = await import(pathToFileURL(profile).href);
    return module.default;
  } catch (error) {
    const { name, message, stack = "" } = error as Error;
    if (name !== "SyntaxError" && name !== "ReferenceError") throw error;
    // The fault may be in a file of words. Node does not always say where it is.
    const [, url = pathToFileURL(profile).href, line] =
      /(?:^|at |\()((?:file:\/\/)?\/.+?\.ts):(\d+)/m.exec(stack) ?? [];
    const file = fileURLToPath(new URL(url, "file:///"));
    throw usageError(`${file}${line ? `, line ${line}` : ""}, cannot be loaded: ${message}`);
  }
};

/**
 * The site in the file of its profile.
 * @throws UsageError if the file is not TypeScript, imports a missing module, or exports no site; Error that lists the faults of a wrong
 * profile
 */
export const siteAt = async (profile: string): Promise<Site> => {
  const site = await defaultExportOf(profile);
  if (droppedName.test(readFileSync(profile, "utf8")))
    throw usageError(`${profile}: ${apartNameFault}.`);
  if (typeof site !== "object" || site === null)
    throw usageError(
      `${profile} exports no site. A profile has one as its default: export default defineSite({ … });`,
    );
  // A profile may be written without `defineSite`.
  checkSite(site as Site);
  return site as Site;
};

/**
 * The site of a profile: a file under `sites/`, or a path that ends in `.ts`.
 * @throws UsageError if there is no such profile; what `siteAt` throws
 */
export const chooseSite = async (choice: string): Promise<Site> => siteAt(profileOf(choice));
