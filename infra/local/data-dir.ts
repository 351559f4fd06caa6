import { accessSync, constants, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

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

/** Bytes that are written to see whether anything can be: about what the engine needs for a write. */
const trial = 262_144;

/** Files of a data directory that a stage writes. */
const written = /^stage\.|\.dynamodb(-wal|-shm)?$/;

/** Why a data directory cannot be written, with the remedy; `undefined` when it can. */
const faultOf = (dataDir: string): string | undefined => {
  const file = join(dataDir, "stage.trial");
  try {
    mkdirSync(dataDir, { recursive: true });
    for (const name of readdirSync(dataDir)) if (written.test(name)) accessSync(join(dataDir, name), constants.R_OK | constants.W_OK);
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
      // Where nothing may be written there is nothing to remove.
    }
  }
};

/** Milliseconds between two looks at a data directory, and between two sentences about it. */
const lookAgain = 5_000;
const sayAgain = 60_000;

/** Looks, now and then, whether a data directory can be written, and says so when it cannot. Called where something failed. */
export const watchDataDir = (dataDir: string, say: (sentence: string) => void): (() => void) => {
  let next = 0;
  return () => {
    if (Date.now() < next) return;
    const fault = faultOf(dataDir);
    if (fault) say(`${fault} Until then writes are not recorded, and scanners are told to send them again.`);
    next = Date.now() + (fault ? sayAgain : lookAgain);
  };
};

/**
 * Takes a data directory for this process: two engines on one file would lose writes.
 * The lock is SQLite's on an empty database, for the operating system takes it back however the process ends; a file with a
 * process id would outlive a `kill -9`, and its id may by then be another's.
 * @throws DataDirHeld that says which stage holds it; Error that says why it cannot be written
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
