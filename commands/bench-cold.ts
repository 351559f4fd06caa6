import { writeFile } from "node:fs/promises";
import { SingleBar } from "cli-progress";
import { help, type Options, optionsFrom, UsageError } from "./bench-cold/options.ts";
import { coldStartPage, printed, type Report } from "./bench-cold/report.ts";
import { startStand } from "./bench-cold/stand.ts";
import { machineNow } from "./bench-growth/machine.ts";
import { stopOnInterrupt } from "./interrupts.ts";

/** `npm run bench:cold`: what it does and takes is in `bench-cold/options.ts`. Figures go to stdout, everything else to stderr. */

const say = (text: string) => process.stderr.write(`${text}\n`);

const progressOf = (total: number) => {
  const stream = process.stderr;
  if (!stream.isTTY) return { add: () => {}, end: () => {} };
  const bar = new SingleBar({ stream, format: "starts {bar} {value}/{total} {eta_formatted}", clearOnComplete: true });
  bar.start(total, 0);
  return { add: () => bar.increment(), end: () => bar.stop() };
};

const measure = async ({ runs, functions }: Options, signal: AbortSignal): Promise<Report> => {
  const machine = machineNow();
  const from = performance.now();
  const stand = await startStand();
  try {
    // The stores read their environment when they load, and the stand has just set it.
    const [{ bundleRuntime, bundleSubjects }, { figuresOf, measureStarts }, { prepareTable }] = await Promise.all([
      import("./bench-cold/bundles.ts"),
      import("./bench-cold/measure.ts"),
      import("./bench-cold/requests.ts"),
    ]);
    say("Bundling.");
    const subjects = await bundleSubjects(stand.folder, stand.erp, functions);
    const runtime = await bundleRuntime(stand.folder);
    await prepareTable();
    say(`Starting ${subjects.length} functions ${runs + 1} times each.`);
    const progress = progressOf(subjects.length * (runs + 1));
    try {
      const starts = await measureStarts({ ...stand, runtime, subjects }, runs, signal, progress.add);
      return { machine, runs, seconds: (performance.now() - from) / 1_000, figures: figuresOf(subjects, starts) };
    } finally {
      progress.end();
    }
  } finally {
    await stand.stop();
  }
};

const main = async (args: string[]): Promise<number> => {
  const { controller: stopping, interrupted } = stopOnInterrupt();
  try {
    const options = optionsFrom(args);
    if (!options) {
      process.stdout.write(help);
      return 0;
    }
    const report = await measure(options, stopping.signal);
    process.stdout.write(options.json ? `${JSON.stringify(report, undefined, 2)}\n` : printed(report, process.stdout));
    if (options.write) {
      await writeFile(new URL("../docs/cold-start.md", import.meta.url), coldStartPage(report));
      say("docs/cold-start.md written");
    }
    return 0;
  } catch (error) {
    if (interrupted()) return 130;
    say((error as Error).message);
    if (error instanceof UsageError) say("npm run bench:cold -- --help says what it takes.");
    return error instanceof UsageError ? 2 : 1;
  }
};

process.exitCode = await main(process.argv.slice(2));
