import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Site } from "#lib/site/schema.ts";
import { seedDemoErp } from "./demo-erp.ts";

/** The site with its ERP in a file, whichever database it names. */
export const withErpInFile = (site: Site): Site => ({
  ...site,
  erp: { ...site.erp, dialect: "sqlite", connection: false },
});

/**
 * The SQLite database that is deployed with the functions that ask the ERP: the named file or, for the example site, a demo ERP.
 * `undefined` if the ERP is a server.
 * @throws Error if another site than the example names no file
 */
export const erpFileFor = (site: Site, folder: string, named?: string): string | undefined => {
  if (site.erp.dialect !== "sqlite") return undefined;
  if (named) {
    const file = resolve(named);
    if (!existsSync(file)) throw new Error(`There is no ERP database at ${file}.`);
    return file;
  }
  if (site.name !== "demo")
    throw new Error(
      `The site ${site.name} reads its ERP from an SQLite file: name the one to deploy with --erp <file> (for npx cdk: -c erp=<file>).`,
    );
  const file = join(folder, "demo-erp.sqlite");
  seedDemoErp(file, site);
  return file;
};
