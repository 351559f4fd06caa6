import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { writeAtomically } from "../atomic-file.ts";

type StoreNote = {
  readonly site: string;
  /** None: the table is in the memory of the stage. */
  readonly endpoint?: string | undefined;
  readonly table: string;
};

/** The data directory belongs to another process. */
export class DataDirHeld extends Error {
  override name = "Error";
}

const textOf = (...path: string[]): string | undefined => {
  try {
    return readFileSync(join(...path), "utf8");
  } catch {
    return undefined;
  }
};

const noteFile = "stage.json";
const holderFile = "stage.pid";

/** The note of the process that uses a data directory; `undefined` before there is one. */
export const notedStore = (dataDir: string): StoreNote | undefined => {
  const text = textOf(dataDir, noteFile);
  return text ? (JSON.parse(text) as StoreNote) : undefined;
};

export type HeldDataDir = ReturnType<typeof holdDataDir>;

const busy = 5;

/**
 * Locks a data directory for this process, because two engines on one file would lose writes.
 * The lock is that of SQLite on an empty database: the operating system releases it however the process ends.
 * @throws DataDirHeld that says which stage uses it
 */
export const holdDataDir = (dataDir: string) => {
  // Git and the linter ignore the data.
  if (mkdirSync(dataDir, { recursive: true })) writeFileSync(join(dataDir, ".gitignore"), "*\n");
  const lock = new DatabaseSync(join(dataDir, "stage.lock"), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== busy) throw error;
    throw new DataDirHeld(
      `Another stage (process ${textOf(dataDir, holderFile)}) runs on ${dataDir}. Stop it, or set DATA_DIR=<another directory> to run a second one.`,
    );
  }
  writeFileSync(join(dataDir, holderFile), String(process.pid));
  const note = join(dataDir, noteFile);
  const forget = () => rmSync(note, { force: true });
  // A killed process leaves its own.
  forget();
  return {
    /** From then on other programs can find the store. */
    note: (store: StoreNote) => writeAtomically(note, JSON.stringify(store)),
    release: () => {
      forget();
      lock.close();
    },
  };
};
