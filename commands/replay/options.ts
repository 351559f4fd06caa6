import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

/** The command was called in a way that it does not understand; the message says what it takes. */
export class UsageError extends Error {
  override name = "UsageError";
}

export const help = `Replays a warehouse's purchase orders against the service, and compares what it then says with the files.

  npm run replay -- --data <folder> [options]

Registers the goods of every order line where the inventory has them, packs them into the box of their order, reads every
box and every location back, and compares. It brings a local stage and a store of its own, unless --url names a service.

  --data <folder>     the AdventureWorks files: Product.csv, ProductInventory.csv, PurchaseOrderDetail.csv, PurchaseOrderHeader.csv
  --url <url>         replay against the service that answers there, base path included, instead of a stage of its own
  --concurrency <n>   how many requests are under way at once, 1 to 256 (default 16)
  --storm <share>     send this share of the writes twice at once and again at the end, 0 to 1 (default 0); nothing may count twice
  --seed <n>          what decides which writes the storm takes and in which order (default: drawn, and printed)
  --run <id>          names the idempotency keys: up to 16 letters or digits (default aw)
  --erp <file>        keep the ERP database that the files describe in this new SQLite file
  --prepare-only      write the file of --erp and replay nothing
  --json              print the figures as JSON instead of a table
  --help              print this text

A key is made of the run and the line alone. To replay again with the same --run is therefore safe: every write is answered
from its receipt, marked as a replay, and no scan is counted twice. With another --run into the same store the goods are
already in their boxes: DUPLICATE_BOX_ITEM is counted, and the boxes still equal the files.

Against a service of yours, its ERP must be the one that the files describe:

  npm run replay -- --data <folder> --erp erp.sqlite --prepare-only
  ERP_SQLITE=erp.sqlite npm start
  npm run replay -- --data <folder> --url http://127.0.0.1:3000

Exit status: 0 the store is what the files say; 1 it is not, or the replay could not be finished; 2 the command or the files
are not as they should be; 130 interrupted.
`;

const definitions = {
  data: { type: "string" },
  url: { type: "string" },
  concurrency: { type: "string", default: "16" },
  storm: { type: "string", default: "0" },
  seed: { type: "string" },
  run: { type: "string", default: "aw" },
  erp: { type: "string" },
  "prepare-only": { type: "boolean", default: false },
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
  const { data, url, concurrency, storm, seed, run, erp, "prepare-only": prepareOnly, json, help } = parsed(args);
  if (help) return undefined;
  if (data === undefined) throw new UsageError("--data must name the folder of the files.");
  if (prepareOnly && erp === undefined) throw new UsageError("--prepare-only needs --erp, the file to write.");
  if (url !== undefined && erp !== undefined)
    throw new UsageError("--url and --erp do not go together: write the file with --prepare-only, start the service on it, then replay.");
  if (!/^[0-9A-Za-z]{1,16}$/.test(run)) throw new UsageError(`--run takes up to 16 letters or digits, not "${run}".`);
  return {
    data,
    run,
    json,
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
