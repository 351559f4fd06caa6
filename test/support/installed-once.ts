import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const cache = resolve("node_modules/.cache/installed");

/** Runs a program and returns its output. An error has its stderr. */
export const ran = async (
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) => {
  const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 256e6, ...options });
  return stdout;
};

/** Whether the machine has these programs. */
export const has = async (...programs: string[]): Promise<boolean> => {
  const found = await Promise.allSettled(programs.map((program) => ran("which", [program])));
  return found.every(({ status }) => status === "fulfilled");
};

/** A folder that `install` fills once for all runs with the same pins; `undefined` if the registry cannot be reached. */
export const installedOnce = async (
  name: string,
  pins: string,
  install: (folder: string) => Promise<unknown>,
): Promise<string | undefined> => {
  const folder = join(cache, `${name}-${hash("sha256", pins).slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(join(cache, "unfinished-"));
  try {
    await install(unfinished);
    // Another run may have made the folder first.
    if (!existsSync(folder)) renameSync(unfinished, folder);
    return folder;
  } catch (error) {
    console.error(`${name} is not installed: ${(error as Error).message.slice(0, 500)}`);
    return undefined;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
};
