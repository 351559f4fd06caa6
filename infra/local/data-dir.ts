import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

/** Where the store of a data directory answers while a process holds it; `site` is what that process was told to serve. */
export type StoreNote = { readonly site: string; readonly endpoint: string; readonly table: string };

/** A data directory that belongs to this process until `release`; `tell` lets other programs find its store meanwhile. */
export type HeldDataDir = { readonly tell: (note: StoreNote) => void; readonly release: () => void };

/** The data directory belongs to another process, which may have told where its store is. */
export class DataDirHeld extends Error {
  override name = "Error";
}

const noteOf = (dataDir: string) => join(dataDir, "stage.json");

/** What the process that holds a data directory has told; `undefined` until it tells it. */
export const toldStore = (dataDir: string): StoreNote | undefined => {
  try {
    return JSON.parse(readFileSync(noteOf(dataDir), "utf8")) as StoreNote;
  } catch {
    return undefined;
  }
};

const busy = 5;

const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === busy;

const holderOf = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};

/**
 * Takes a data directory for this process: two engines on one file would lose writes.
 * The lock is SQLite's on an empty database, for the operating system takes it back however the process ends; a file with a
 * process id would outlive a `kill -9`, and its id may by then be another's.
 * @throws DataDirHeld that says which stage holds it
 */
export const holdDataDir = (dataDir: string): HeldDataDir => {
  mkdirSync(dataDir, { recursive: true });
  const holder = join(dataDir, "stage.pid");
  const lock = new DatabaseSync(join(dataDir, "stage.lock"), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    const pid = holderOf(holder);
    throw new DataDirHeld(
      `Another stage${pid ? ` (process ${pid})` : ""} runs on ${dataDir}. Stop it, or set DATA_DIR=<another directory> to run a second one.`,
    );
  }
  writeFileSync(holder, String(process.pid));
  // What a process told that was killed is no longer true.
  const forget = () => rmSync(noteOf(dataDir), { force: true });
  forget();
  return {
    tell: (note) => writeFileSync(noteOf(dataDir), JSON.stringify(note)),
    release: () => {
      forget();
      lock.close();
    },
  };
};

const argumentsOf = (pid: string): string[] => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
};

const serves = (pid: string, file: string): boolean => {
  const argv = argumentsOf(pid);
  return argv[1] === "serve" && argv[argv.indexOf("--db-path") + 1] === file;
};

const processes = (): string[] => {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    // No such file system here: the embedded engine is at home on Linux.
    return [];
  }
};

const kill = (pid: string, signal: NodeJS.Signals) => {
  try {
    process.kill(Number(pid), signal);
  } catch {
    // It ended by itself, or is not ours to end; the wait that follows tells which.
  }
};

/**
 * Ends the engine that a stage left on `file` when it was killed. Call it only while holding the data directory: then whatever
 * serves the file belongs to no living stage.
 * @throws Error when it cannot be ended
 */
export const endOrphan = async (file: string): Promise<void> => {
  for (const pid of processes().filter((candidate) => serves(candidate, file))) {
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      if (serves(pid, file)) kill(pid, signal);
      for (const giveUp = Date.now() + 1_000; Date.now() < giveUp && serves(pid, file); await sleep(10));
    }
    if (serves(pid, file)) throw new Error(`Process ${pid} of an earlier stage still serves ${file} and could not be ended.`);
  }
};
