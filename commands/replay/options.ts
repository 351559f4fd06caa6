import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

/** The command was called in a way that it does not understand; the message says what it takes. */
export class UsageError extends Error {
  override name = "UsageError";
}

const definitions = {
  data: { type: "string" },
  url: { type: "string" },
  concurrency: { type: "string", default: "16" },
  storm: { type: "string", default: "0" },
  seed: { type: "string" },
  run: { type: "string", default: "aw" },
  erp: { type: "string" },
  "prepare-only": { type: "boolean", default: false },
  "no-attachments": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const parsed = (args: string[]) => {
  try {
    return parseArgs({ args, options: definitions }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
};

const between = (name: string, text: string, least: number, most: number, whole: boolean): number => {
  const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most && (!whole || Number.isInteger(value))) return value;
  throw new UsageError(`--${name} takes a ${whole ? "whole " : ""}number from ${least} to ${most}, not "${text}".`);
};

const webAddress = (text: string): string => {
  const url = URL.parse(text);
  if (!url || !["http:", "https:"].includes(url.protocol) || url.search || url.hash)
    throw new UsageError(`--url takes a web address such as http://127.0.0.1:3000, not "${text}".`);
  return url.href.replace(/\/+$/, "");
};

/**
 * Reads the command line; `undefined` when it asks for help.
 * @throws UsageError
 */
export const optionsFrom = (args: string[]) => {
  const values = parsed(args);
  const { data, url, concurrency, storm, seed, run, erp, "prepare-only": prepareOnly, json } = values;
  if (values.help) return undefined;
  if (data === undefined) throw new UsageError("--data must name the folder of the files.");
  if (prepareOnly && erp === undefined) throw new UsageError("--prepare-only needs --erp, the file to write.");
  if (url !== undefined && erp !== undefined)
    throw new UsageError("--url and --erp do not go together: write the file with --prepare-only, start the service on it, then replay.");
  if (!/^[0-9A-Za-z]{1,16}$/.test(run)) throw new UsageError(`--run takes up to 16 letters or digits, not "${run}".`);
  return {
    data,
    run,
    json,
    attachments: !values["no-attachments"],
    url: url === undefined ? undefined : webAddress(url),
    erp,
    /** The file to write instead of replaying. */
    prepareOnly: prepareOnly ? erp : undefined,
    concurrency: between("concurrency", concurrency, 1, 256, true),
    storm: between("storm", storm, 0, 1, false),
    seed: seed === undefined ? randomInt(1_000_000) : between("seed", seed, 0, Number.MAX_SAFE_INTEGER, true),
  };
};

export type Options = NonNullable<ReturnType<typeof optionsFrom>>;
