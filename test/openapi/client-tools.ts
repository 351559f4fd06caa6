import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { seedDemoErp } from "#infra/erp/demo-erp.ts";
import { startStage } from "#infra/local/stage.ts";
import type { Site } from "#lib/site/schema.ts";
import { has, installedOnce, ran } from "../support/installed-once.ts";
import { patient } from "../support/waits.ts";

/** An idempotency key for the callers below. */
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

const pinned = "test/openapi/clients";

/** The coordinates of `openapi-generator` in Maven Central. */
const generator = "org.openapitools:openapi-generator-cli:7.17.0";

/** The folder whose `node_modules` has the generators of TypeScript clients. */
export const npmTools = (): Promise<string | undefined> =>
  installedOnce("npm", readFileSync(`${pinned}/package-lock.json`, "utf8"), (folder) => {
    for (const file of ["package.json", "package-lock.json"])
      cpSync(`${pinned}/${file}`, join(folder, file));
    return ran("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder });
  });

/** openapi-generator; `undefined` without Java and Maven. */
export const generatorJar = async (): Promise<string | undefined> => {
  if (!(await has("java", "javac", "mvn"))) return undefined;
  const folder = await installedOnce("generator", generator, (folder) =>
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
  return installedOnce("python", readFileSync(file, "utf8"), (folder) =>
    ran("python3", ["-m", "pip", "install", "-q", "--no-deps", "--target", folder, "-r", file]),
  );
};
