import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The address of a data directory's store while a process uses it; `site` is the site that this process serves. */
export type StoreNote = {
  readonly site: string;
  readonly endpoint: string;
  readonly table: string;
};

/** A data directory that belongs to this process until `release`; after `tell` other programs can find its store. */
export type HeldDataDir = {
  readonly tell: (note: StoreNote) => void;
  readonly release: () => void;
};

/** The data directory belongs to another process, which may have told the address of its store. */
export class DataDirHeld extends Error {
  override name = "Error";
}

const noteOf = (dataDir: string) => join(dataDir, "stage.json");

/** What the process that uses a data directory has told; `undefined` before that. */
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

/** Bytes that are written as a test: about as many as the engine needs for a write. */
const trial = 262_144;

/** Files of a data directory that a stage writes. */
const written = /^stage\.|\.dynamodb(-wal|-shm)?$/;

/** Why a data directory cannot be written, and what to do; `undefined` if it can be written. */
const faultOf = (dataDir: string): string | undefined => {
  const file = join(dataDir, "stage.trial");
  try {
    // In a checkout neither git nor the linter looks into a directory that the stage made.
    if (mkdirSync(dataDir, { recursive: true })) writeFileSync(join(dataDir, ".gitignore"), "*\n");
    for (const name of readdirSync(dataDir))
      if (written.test(name)) accessSync(join(dataDir, name), constants.R_OK | constants.W_OK);
    writeFileSync(file, Buffer.alloc(trial), { flush: true });
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOSPC" || code === "EDQUOT")
      return `The disk that holds the data directory ${dataDir} is full. Free some of it, or set DATA_DIR=<a directory on another disk>.`;
    return `The data directory ${dataDir} cannot be written: ${message}. Give this user the right to write there, or set DATA_DIR=<another directory>.`;
  } finally {
    try {
      rmSync(file, { force: true });
    } catch {
      // If nothing could be written, there is nothing to remove.
    }
  }
};

/** Milliseconds between two checks of a data directory, and between two messages about it. */
const lookAgain = 5_000;
const sayAgain = 60_000;

/** Called after a failure: checks, not too often, whether the data directory can be written, and says so if it cannot. */
export const watchDataDir = (dataDir: string, say: (sentence: string) => void): (() => void) => {
  let next = 0;
  return () => {
    if (Date.now() < next) return;
    const fault = faultOf(dataDir);
    if (fault)
      say(`${fault} Until then writes are not recorded, and scanners are told to send them again.`);
    next = Date.now() + (fault ? sayAgain : lookAgain);
  };
};

/**
 * Locks a data directory for this process, because two engines on one file would lose writes.
 * The lock is that of SQLite on an empty database: the operating system releases it however the process ends. A file with a process id
 * would stay after a `kill -9`, and another process may then have this id.
 * @throws DataDirHeld that says which stage uses it; Error that says why it cannot be written
 */
export const holdDataDir = (dataDir: string): HeldDataDir => {
  const fault = faultOf(dataDir);
  if (fault) throw new Error(fault);
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
  // If a killed process left its address here, it is no longer true.
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
