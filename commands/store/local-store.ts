import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { chooseSite } from "#infra/choose-site.ts";
import { DataDirHeld, type HeldDataDir, holdDataDir, notedStore } from "#infra/local/data-dir.ts";
import {
  engineBinary,
  lastingTables,
  NoEngine,
  startEmbeddedDynamoDb,
} from "#infra/local/embedded-dynamodb.ts";
import type { Settings } from "#infra/local/settings.ts";
import { usageError } from "#infra/usage-error.ts";
import type { Site } from "#lib/site/schema.ts";

/** A store with its site; without an endpoint it is on AWS. */
export type Reached = {
  readonly site: Site;
  readonly endpoint: string | undefined;
  readonly table: string;
  /** Of an engine that was started for it. */
  readonly close?: () => Promise<void>;
};

export const tableOf = (site: Site, { table = `Warehouse-${site.name}` }: Settings) => table;

const absolute = (choice: string) => (choice.endsWith(".ts") ? resolve(choice) : choice);

const noTable = (stage: string) =>
  new Error(
    `${stage} has its table in its own memory, which no command can open. ${lastingTables}`,
  );

/** The store of the stage or command that holds the data directory. */
const runningStore = async (
  { dataDir }: Settings,
  named: string | undefined,
  held: DataDirHeld,
): Promise<Reached> => {
  const note = notedStore(dataDir);
  if (!note) throw held;
  if (named !== undefined && absolute(named) !== note.site)
    throw usageError(
      `The stage that runs on ${dataDir} serves ${note.site}, not ${named}: stop it, or leave --site out.`,
    );
  const { endpoint, table } = note;
  if (endpoint === undefined) throw noTable(`The stage that runs on ${dataDir}`);
  return { endpoint, table, site: await chooseSite(note.site) };
};

/** Starts an engine on the file of a stage that does not run; none can start meanwhile. */
const restingStore = async (
  settings: Settings,
  choice: string,
  held: HeldDataDir,
): Promise<Reached> => {
  try {
    const site = await chooseSite(choice);
    const file = join(settings.dataDir, `${site.name}.dynamodb`);
    if (!existsSync(file)) throw noStore(settings, choice);
    const { endpoint, stop } = await startEmbeddedDynamoDb(file);
    const table = tableOf(site, settings);
    held.note({ site: absolute(choice), endpoint, table });
    return { site, endpoint, table, close: () => stop().then(held.release) };
  } catch (error) {
    held.release();
    throw error;
  }
};

const noStore = ({ dataDir }: Settings, choice: string) => {
  engineBinary();
  return new Error(
    `There is no store of the site ${choice} in ${dataDir}. npm start makes one; DATA_DIR or --table name another.`,
  );
};

/**
 * The store in the data directory, whether or not its stage runs; `named` is the site that somebody asked for.
 * @throws UsageError when another site's stage runs there; Error when there is no store
 */
export const localStore = async (
  settings: Settings,
  named: string | undefined,
): Promise<Reached> => {
  const choice = named ?? settings.site;
  try {
    // Looking for a store must not make the directory.
    if (!existsSync(settings.dataDir)) throw noStore(settings, choice);
    return await restingStore(settings, choice, holdDataDir(settings.dataDir));
  } catch (error) {
    if (error instanceof DataDirHeld) return runningStore(settings, named, error);
    throw error instanceof NoEngine ? noTable("A stage on this machine") : error;
  }
};
