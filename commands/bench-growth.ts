import { writeFile } from "node:fs/promises";
import site from "#site";
import { help } from "./bench-growth/help.ts";
import { complaintsOf } from "./bench-growth/judge.ts";
import { machineNow } from "./bench-growth/machine.ts";
import { type Options, optionsFrom, UsageError } from "./bench-growth/options.ts";
import { growthPage } from "./bench-growth/page.ts";
import { panelsOf } from "./bench-growth/panels.ts";
import { plotOf } from "./bench-growth/plot.ts";
import { progressBars } from "./bench-growth/progress.ts";
import { type Growth, missedSentence, printed } from "./bench-growth/report.ts";
import { startStand } from "./bench-growth/stand.ts";
import { stopOnInterrupt } from "./interrupts.ts";

/** `npm run bench:growth`: what it does and takes is in `bench-growth/help.ts`. Figures go to stdout, everything else to stderr. */

const say = (text: string) => process.stderr.write(`${text}\n`);
const docs = (file: string) => new URL(`../docs/${file}`, import.meta.url);

const measure = async (options: Options, signal: AbortSignal) => {
  const stand = await startStand(options);
  try {
    // The stores read their environment when they load, and the stand has just set it.
    const { measureGrowth } = await import("./bench-growth/run.ts");
    return await measureGrowth(options, stand, { signal, progress: progressBars });
  } finally {
    await stand.stop();
  }
};

const growthOf = async (options: Options, signal: AbortSignal): Promise<Growth> => {
  const machine = machineNow();
  const from = performance.now();
  const { tables, missed, ...points } = await measure(options, signal);
  const series = {
    table: { name: "The table grows", unit: "goods", points: points.table },
    box: { name: "One box grows", unit: "items", points: points.box },
    history: { name: "The history of goods grows", unit: "operations", points: points.history },
  };
  const shards = Math.max(...site.location.shards.read);
  const { pageSize } = site.overview;
  const { samples, seed } = options;
  const complaints = complaintsOf(Object.values(series), shards * (pageSize + 1));
  const seconds = (performance.now() - from) / 1_000;
  return { machine, seconds, samples, seed, shards, pageSize, tables, missed, ...series, complaints };
};

const bench = async (options: Options, signal: AbortSignal): Promise<number> => {
  const growth = await growthOf(options, signal);
  const { complaints, missed } = growth;
  process.stdout.write(options.json ? `${JSON.stringify(growth, undefined, 2)}\n` : printed(growth, process.stdout));
  if (missed !== undefined) say(missedSentence(missed));
  if (options.write) {
    await writeFile(docs("growth.svg"), plotOf(panelsOf(growth), "Latency and consumed units as the table, a box and a history grow"));
    await writeFile(docs("growth.md"), growthPage(growth));
    say("docs/growth.md and docs/growth.svg written");
  }
  complaints.forEach(say);
  return complaints.length === 0 ? 0 : 1;
};

const main = async (args: string[]): Promise<number> => {
  const { controller: stopping, interrupted } = stopOnInterrupt();
  try {
    const options = optionsFrom(args);
    if (options) return await bench(options, stopping.signal);
    process.stdout.write(help);
    return 0;
  } catch (error) {
    if (interrupted()) return 130;
    say((error as Error).message);
    if (error instanceof UsageError) say("npm run bench:growth -- --help says what it takes.");
    return error instanceof UsageError ? 2 : 1;
  }
};

process.exitCode = await main(process.argv.slice(2));
