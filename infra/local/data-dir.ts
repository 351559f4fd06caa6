import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const holderFile = "stage.pid";

/** The process that holds a data directory, as part of a sentence. */
const holderPhrase = (dataDir: string): string => {
  try {
    return ` (process ${readFileSync(join(dataDir, holderFile), "utf8")})`;
  } catch {
    return "";
  }
};

/** SQLITE_BUSY: another process has the lock. */
const sqliteBusy = 5;

/**
 * Locks a data directory for this process, because two engines on one file would lose writes.
 * The lock is that of SQLite on an empty database: the operating system releases it however the process ends.
 * @throws Error that says which stage uses it
 */
export const holdDataDir = (dataDir: string) => {
  // Git and the linter ignore the data.
  if (mkdirSync(dataDir, { recursive: true })) writeFileSync(join(dataDir, ".gitignore"), "*\n");
  const lock = new DatabaseSync(join(dataDir, "stage.lock"), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error;
    throw new Error(
      `Another stage${holderPhrase(dataDir)} runs on ${dataDir}. Stop it, or set DATA_DIR=<another directory> to run a second one.`,
    );
  }
  writeFileSync(join(dataDir, holderFile), String(process.pid));
  return { release: () => lock.close() };
};
