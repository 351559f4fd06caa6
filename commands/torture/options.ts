import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { usageError } from "#infra/local/usage-error.ts";
import { type Plant, plants } from "./plants.ts";

/** What --help prints. */
export const help = `Sends commands of every write kind through networks that fail, then counts again what the service said against what the engine holds.

  npm run torture -- [options]

  --n <count>        how many commands (default 10000)
  --faults <share>   the share of the engine's requests that are spoiled, 0 to 0.9 (default 0.25): lost, cut, late, throttled, in conflict,
                     500 before and after the fact; a little fewer of the scanners' requests are cut, lost, sent twice at once or late
  --kills <count>    how often the stage and the embedded engine are killed with kill -9, in turn (default 100)
  --engine <url>     another DynamoDB than the embedded one; a table of its own is made there and deleted, and the stage alone is killed
  --site <site>      a profile under sites/, or a path that ends in .ts; one that asks for no credentials on a laptop (default demo)
  --seed <number>    the same commands and the same row of faults again (default: drawn, and printed); which meets which is the
                     machine's timing
  --plant <rule>     breaks a rule on the way to the engine, to show that the count finds it: ${Object.keys(plants).join(", ")}
  --json             print the figures as JSON
  --help             show this text

Whether something was recorded is read from the engine: operation rows, items, locations and counters. All of these must be 0:
lost (told 2xx and not there), doubled (in the store more often than told), wrongly replayed (two answers to one key), refused but recorded,
"nothing was recorded" but recorded by that request, caps passed, counters that drift (both by npm run audit), histories of items that no
order of the commands explains.
Exit status: 0 all are 0; 1 one is not; 2 a wrong call; 130 interrupted.
`;

const parsed = (args: string[]) => {
  try {
    return parseArgs({
      args,
      options: {
        n: { type: "string", default: "10000" },
        faults: { type: "string", default: "0.25" },
        kills: { type: "string", default: "100" },
        engine: { type: "string" },
        site: { type: "string", default: "demo" },
        seed: { type: "string" },
        plant: { type: "string" },
        json: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw usageError((error as Error).message);
  }
};

const number = (name: string, text: string, most: number, pattern = /^\d{1,10}$/): number => {
  if (pattern.test(text) && Number(text) <= most) return Number(text);
  throw usageError(`--${name} takes a number from 0 to ${most}, not "${text}".`);
};

const plantFrom = (text: string): Plant => {
  if (text in plants) return text as Plant;
  throw usageError(`--plant takes one of ${Object.keys(plants).join(", ")}, not "${text}".`);
};

/**
 * Reads the command line; `undefined` when it asks for help.
 * @throws UsageError
 */
export const optionsFrom = (args: string[]) => {
  const { n, faults, kills, engine, site, seed, plant, json, help } = parsed(args);
  if (help) return undefined;
  if (engine !== undefined && !/^https?:$/.test(URL.parse(engine)?.protocol ?? ""))
    throw usageError(`--engine takes an address such as http://127.0.0.1:8000, not "${engine}".`);
  return {
    n: number("n", n, 1_000_000),
    faults: number("faults", faults, 0.9, /^0?\.?\d+$/),
    kills: number("kills", kills, 10_000),
    engine,
    site,
    seed: seed === undefined ? randomInt(2 ** 31) : number("seed", seed, 2 ** 31),
    plant: plant === undefined ? undefined : plantFrom(plant),
    json,
  };
};

export type Options = NonNullable<ReturnType<typeof optionsFrom>>;
