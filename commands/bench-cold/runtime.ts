import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { quantile } from "../bench/meter.ts";
import type { Stand } from "../stand.ts";
import { tableName } from "../stand.ts";
import type { Subject } from "./bundles.ts";

/**
 * What one process told: milliseconds to load and prime, for the first event, of processor time until then; of processor time for a
 * later event; the largest memory in MB.
 */
export type Run = Readonly<
  Record<"load" | "event" | "cpu" | "warm" | "rss" | "statusCode", number>
>;

/** The flags with which Lambda's runtime starts Node for a function of 512 MB. */
const lambdaFlags = [
  "--expose-gc",
  "--max-http-header-size=81920",
  "--max-semi-space-size=25",
  "--max-old-space-size=461",
];

const credentials = {
  AWS_REGION: "eu-central-1",
  AWS_ACCESS_KEY_ID: "bench",
  AWS_SECRET_ACCESS_KEY: "bench",
};

/** Starts what acts as Lambda's runtime on a subject, with an event or a list of them. */
export const runtimeOn =
  (
    { folder }: Stand,
    runtime: string,
    endpoint: string,
    variables: Readonly<Record<string, string>> = {},
  ) =>
  async ({ name, file, onLambda }: Subject, events: unknown): Promise<Run> => {
    const eventFile = join(folder, "event.json");
    await writeFile(eventFile, JSON.stringify(events));
    const lambda = onLambda
      ? { AWS_LAMBDA_FUNCTION_NAME: "bench", AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "512" }
      : {};
    const stands = {
      TABLE_NAME: tableName,
      DYNAMODB_ENDPOINT: endpoint,
      ERP_SQLITE: join(file, "../erp.sqlite"),
    };
    try {
      const options = {
        env: { ...credentials, ...stands, ...lambda, ...variables },
        maxBuffer: 2 ** 26,
      };
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [...lambdaFlags, runtime, file, eventFile],
        options,
      );
      if (stdout.includes("codeCacheRejected")) throw new Error("its code cache was rejected");
      return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Run;
    } catch (error) {
      const { message, stderr } = error as Error & { stderr?: string };
      throw new Error(`${name}: ${stderr?.trim() || message}`);
    }
  };

/** Runs every subject once a round, in an order that turns, so that what disturbs one disturbs all. Gives each one's runs. */
export const inTurns = async (
  subjects: readonly Subject[],
  rounds: number,
  runOf: (subject: Subject, turn: number) => Promise<Run>,
): Promise<Run[][]> => {
  const runs: Run[][] = subjects.map(() => []);
  for (let turn = 0; turn < rounds * subjects.length; turn += 1) {
    const at = (Math.floor(turn / subjects.length) + turn) % subjects.length;
    runs[at]?.push(await runOf(subjects[at] as Subject, turn));
  }
  return runs;
};

/** The median of a value of one subject's runs, and of its ratio to the reference's value in the same round. */
export const medianOf = (runs: readonly Run[], value: (run: Run) => number): number =>
  quantile(runs.map(value), 0.5);
export const ratioOf = (
  runs: readonly Run[],
  reference: readonly Run[],
  value: (run: Run) => number,
): number =>
  quantile(
    runs.map((run, round) => value(run) / value(reference[round] ?? run)),
    0.5,
  );
