import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { quantile } from "../bench/meter.ts";
import type { Bench } from "../bench/service.ts";
import type { Subject } from "./bundles.ts";
import { firstRequest } from "./requests.ts";

/** One start: milliseconds to load and prime, for the first event, and of processor time; the largest memory in MB. */
type Start = { readonly load: number; readonly event: number; readonly cpu: number; readonly rss: number };

/** The flags with which Lambda's runtime starts Node for a function of 512 MB. */
const lambdaFlags = ["--expose-gc", "--max-http-header-size=81920", "--max-semi-space-size=25", "--max-old-space-size=461"];

export type Starts = {
  /** What makes the requests, and looks at what they left. */
  readonly service: Bench;
  readonly folder: string;
  readonly runtime: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly subjects: readonly Subject[];
};

const startOf = async ({ service, folder, runtime, environment }: Starts, { name, id, file, onLambda }: Subject): Promise<Start> => {
  const { event, check } = await firstRequest(service, id);
  const eventFile = join(folder, "event.json");
  await writeFile(eventFile, JSON.stringify(event));
  const env = {
    ...environment,
    ERP_SQLITE: join(file, "../erp.sqlite"),
    ...(onLambda ? { AWS_LAMBDA_FUNCTION_NAME: "bench", AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "512" } : {}),
  };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [...lambdaFlags, runtime, file, eventFile], { env, timeout: 60_000 });
    if (stdout.includes("codeCacheRejected")) throw new Error("its code cache was rejected");
    const { statusCode, ...start } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Start & { statusCode: number };
    await check(statusCode);
    return start;
  } catch (error) {
    const { message, stderr } = error as Error & { stderr?: string };
    throw new Error(`${name}: ${stderr?.trim() || message}`);
  }
};

/** Starts every subject once a round, in an order that turns; what the first round gave does not count. Gives each one's starts. */
export const measureStarts = async (bench: Starts, runs: number, onStart: () => void): Promise<Start[][]> => {
  const { subjects } = bench;
  const starts: Start[][] = subjects.map(() => []);
  for (let round = 0; round <= runs; round += 1) {
    for (let turn = 0; turn < subjects.length; turn += 1) {
      const at = (round + turn) % subjects.length;
      const subject = subjects[at];
      if (!subject) continue;
      const start = await startOf(bench, subject);
      if (round > 0) starts[at]?.push(start);
      onStart();
    }
  }
  return starts;
};

/** The medians of one subject's starts; `ratio` is that of load and first event together to the reference's in the same round. */
export type Figures = Start & { readonly name: string; readonly bytes: number; readonly total: number; readonly ratio: number };

const total = ({ load, event }: Start) => load + event;

/** Sums up; the first subject is the reference. */
export const figuresOf = (subjects: readonly Subject[], starts: readonly Start[][]): Figures[] => {
  const [reference = []] = starts;
  return subjects.map(({ name, bytes }, at) => {
    const own = starts[at] ?? [];
    const of = (value: (start: Start) => number) => quantile(own.map(value), 0.5);
    const ratios = own.map((start, round) => total(start) / total(reference[round] ?? start));
    return {
      name,
      bytes,
      load: of(({ load }) => load),
      event: of(({ event }) => event),
      total: of(total),
      ratio: quantile(ratios, 0.5),
      cpu: of(({ cpu }) => cpu),
      rss: of(({ rss }) => rss),
    };
  });
};
