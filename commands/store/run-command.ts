import { followNpm } from "#infra/local/follow-npm.ts";
import { usageError } from "#infra/local/usage-error.ts";
import { Refusal } from "#lib/errors.ts";

/** The options that every command on the store takes. */
export const storeOptions = {
  site: { type: "string" },
  endpoint: { type: "string" },
  table: { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** What `--help` says of them. */
export const storeHelp = `  --json             print JSON lines, as it does anyway where the output is no terminal
  --site <name>      a profile under sites/, or the path of one that ends in .ts (SITE, else the site of the stage, else demo)
  --table <name>     a deployed table; AWS_REGION and the credentials come from the environment
  --endpoint <url>   another DynamoDB, with --table or the table Warehouse-<site> (DYNAMODB_ENDPOINT)
  --help             print this text

Without --table and --endpoint it is the store of the local stage in DATA_DIR (.data), whether or not the stage runs.`;

/** Parses the arguments; what node finds wrong with them is the user's mistake. */
export const parsing = <Parsed>(parse: () => Parsed): Parsed => {
  try {
    return parse();
  } catch (error) {
    throw usageError((error as Error).message);
  }
};

/** A mistake that the user can mend is told in its own words; only a fault of the program shows where it happened. */
const told = (error: Error): string => {
  if (error instanceof Refusal) return "The store did not answer in time.";
  return error.name === "Error" || error.name === "UsageError" ? error.message : (error.stack ?? error.message);
};

/** Runs a command, and ends with the status that it gives: 2 for a wrong call, `failure` when it could not be done. */
export const runCommand = async (command: string, failure: number, run: (args: string[]) => Promise<number>): Promise<void> => {
  // Whoever reads has seen enough, as `head` does.
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => process.exit(code === "EPIPE" ? 141 : failure));
  followNpm(() => process.exit(failure));
  try {
    process.exitCode = await run(process.argv.slice(2));
  } catch (error) {
    console.error(told(error as Error));
    const usage = (error as Error).name === "UsageError";
    if (usage) console.error(`npm run ${command} -- --help says what it takes.`);
    process.exitCode = usage ? 2 : failure;
  }
};
