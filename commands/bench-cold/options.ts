import { parseArgs } from "node:util";
import { routeIds } from "#lib/route-ids.ts";

/** The command was called in a way that it does not understand. */
export class UsageError extends Error {
  override name = "UsageError";
}

const functions = [...routeIds, "unrouted"] as const;

/** What --help prints. */
export const help = `Measures what a cold start of each function costs, against the bare AWS SDK and three frameworks.

  npm run bench:cold [-- options]

Each run is a fresh Node process with Lambda's flags for 512 MB, which loads a function as it is deployed (with the code cache of this
Node) and hands it one event, over TLS, with an embedded DynamoDB behind. The reference, 1.00, is a function with nothing but the
SDK's client, bundled with esbuild's defaults, that makes the transaction of POST /box. Hono, Express and Fastify do the job of POST /box
with the same transaction and bundler. All take turns, run by run, so what disturbs one disturbs all; every save is read back.

  --runs <n>            how often each is started, 1 to 1000 (default 15), after once that does not count
  --functions <list>    the functions that are measured, by their route's id or unrouted, with commas (default all); post-box always is
  --write               write docs/cold-start.md
  --json                print the figures as JSON instead of a table
  --help                print this text

Exit status: 0 measured; 1 the measuring could not be finished, or an answer was wrong; 2 wrong call; 130 interrupted.
`;

const parsed = (args: string[]) => {
  try {
    return parseArgs({
      args,
      options: {
        runs: { type: "string", default: "15" },
        functions: { type: "string", default: functions.join(",") },
        write: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
};

const chosen = (list: string): string[] => {
  const named = list.split(",").map((name) => name.trim());
  const unknown = named.find((name) => !functions.some((id) => id === name));
  if (unknown !== undefined) throw new UsageError(`--functions knows no "${unknown}"; it takes ${functions.join(", ")}.`);
  return functions.filter((id) => id === "post-box" || named.includes(id));
};

/**
 * Reads the command line; `undefined` when it asks for help.
 * @throws UsageError
 */
export const optionsFrom = (args: string[]) => {
  const { runs, functions: list, write, json, help } = parsed(args);
  if (help) return undefined;
  if (!/^\d{1,4}$/.test(runs) || Number(runs) < 1 || Number(runs) > 1_000)
    throw new UsageError(`--runs takes a whole number from 1 to 1000, not "${runs}".`);
  return { runs: Number(runs), functions: chosen(list), write, json };
};

export type Options = NonNullable<ReturnType<typeof optionsFrom>>;
