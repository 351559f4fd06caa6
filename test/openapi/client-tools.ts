import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { seedDemoErp } from "#infra/erp/demo-erp.ts";
import { startStage } from "#infra/local/stage.ts";
import type { Site } from "#lib/site/schema.ts";
import { patient } from "../../commands/waits.ts";

/** What every caller of a stage below sends. */
export const key = "a-key-of-twenty-letters";

/** A stage of a site with the demo ERP, in a folder. */
export const stageOf = (choice: string, site: Site, folder: string) => {
  const erpSqlite = join(folder, `${site.name}.sqlite`);
  seedDemoErp(erpSqlite, site);
  const { auth } = site;
  return startStage({
    ...{ site: choice, port: 0, dataDir: join(folder, site.name), erpSqlite, limits: patient },
    ...(auth.scheme === "apiKey" && { apiKeys: new Map(auth.keys.map((name) => [name, key])) }),
  });
};

const cache = resolve("node_modules/.cache/clients");
const pinned = "test/openapi/clients";

/** Where `openapi-generator` is in Maven Central. */
const generator = "org.openapitools:openapi-generator-cli:7.17.0";

/** Runs a program and gives what it printed; its other output is in the error. */
export const ran = async (
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) => {
  const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 256e6, ...options });
  return stdout;
};

const has = async (...programs: string[]): Promise<boolean> => {
  const found = await Promise.allSettled(programs.map((program) => ran("which", [program])));
  return found.every(({ status }) => status === "fulfilled");
};

/** A folder that `make` fills once for all runs with the same pins; `undefined` where the registry cannot be reached. */
const once = async (
  name: string,
  pins: string,
  make: (folder: string) => Promise<unknown>,
): Promise<string | undefined> => {
  const folder = join(cache, `${name}-${hash("sha256", pins).slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(join(cache, "unfinished-"));
  try {
    await make(unfinished);
    // Another run may have been first.
    if (!existsSync(folder)) renameSync(unfinished, folder);
    return folder;
  } catch (error) {
    console.error(`${name} is not installed: ${(error as Error).message.slice(0, 500)}`);
    return undefined;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
};

/** The folder whose `node_modules` has what makes clients of TypeScript. */
export const npmTools = (): Promise<string | undefined> =>
  once("npm", readFileSync(`${pinned}/package-lock.json`, "utf8"), (folder) => {
    for (const file of ["package.json", "package-lock.json"])
      cpSync(`${pinned}/${file}`, join(folder, file));
    return ran("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder });
  });

/** openapi-generator; `undefined` without Java and Maven. */
export const generatorJar = async (): Promise<string | undefined> => {
  if (!(await has("java", "javac", "mvn"))) return undefined;
  const folder = await once("generator", generator, (folder) =>
    ran("mvn", [
      ...["-q", "-B", "dependency:copy", `-Dartifact=${generator}`],
      `-DoutputDirectory=${folder}`,
    ]),
  );
  return folder && join(folder, "openapi-generator-cli-7.17.0.jar");
};

/** The folder of Python's packages, for PYTHONPATH; `undefined` without Python and pip. */
export const pythonTools = async (): Promise<string | undefined> => {
  if (!(await has("python3"))) return undefined;
  const file = `${pinned}/requirements.txt`;
  return once("python", readFileSync(file, "utf8"), (folder) =>
    ran("python3", ["-m", "pip", "install", "-q", "--no-deps", "--target", folder, "-r", file]),
  );
};
