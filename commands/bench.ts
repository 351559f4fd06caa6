import { cpus, loadavg } from "node:os";
import { measureGrowth } from "./bench/growth.ts";
import { measurePeak, measureStage } from "./bench/stage.ts";
import { measureStarts } from "./bench/starts.ts";
import { command, run, wholeFrom } from "./cli/command.ts";
import { drawn, progressOn, shown } from "./cli/output.ts";

const progress = progressOn(process.stderr);

/** Above this load others take so much of the processors that the figures tell of them. */
const quiet = 0.5;
const [load = 0] = loadavg();
const machine = `${cpus().length} cores, ${process.platform} ${process.arch}, Node ${process.versions.node}, load ${load.toFixed(1)} when it began${load > quiet ? ": other work runs on this machine" : ""}`;
const say = (...lines: readonly string[]) => console.log([...lines, machine].join("\n"));

const program = command(
  "bench",
  "Measures what a start and a request cost, on the site demo with the embedded engine.",
  `The reference of cold and warm is a function of the AWS SDK's client alone, bundled with esbuild's defaults, that makes the transaction of
POST /box without a check. What other work does on the machine is in the figures; ratios suffer least.

Exit status: 0 measured; 1 it could not be finished, or a write took more units in a larger table; 2 wrong call; 130 interrupted.`,
);

const rounds = ["--rounds <n>", "processes of each, after one that does not count"] as const;

program
  .command("cold")
  .description(
    "load and first event of a fresh post-box over TLS, the first event with the share of a core that 512 MB buy",
  )
  .option(...rounds, wholeFrom(1, 1_000), 15)
  .action(async (options) => {
    const { rows, shared } = await measureStarts("cold", options.rounds, progress);
    say(
      drawn(["", "load ms", "first event ms", "both ms", "ratio", "goal"], rows, 1),
      shared
        ? "The first event had 0.29 of a core."
        : "No cgroup could be made here: the first event had a whole core.",
    );
  });

program
  .command("warm")
  .description("processor time of a warm request to post-box")
  .option(...rounds, wholeFrom(1, 100), 5)
  .action(async (options) => {
    const { rows } = await measureStarts("warm", options.rounds, progress);
    say(drawn(["", "CPU of a request, µs", "ratio", "goal"], rows, 1));
  });

program
  .command("stage")
  .description("the local stage's start and its writes a second; or many scanners at a bell")
  .option("--starts <n>", "how often it is started", wholeFrom(1, 100), 5)
  .option("--seconds <n>", "for how long it is written to, or scanned", wholeFrom(1, 600), 30)
  .option(
    "--scanners <n>",
    "measure no stage: so many scanners, each with a scan in 4 s, on an engine with DynamoDB's latency and conflicts",
    wholeFrom(1, 9_999),
  )
  .action(async ({ starts, seconds, scanners }) => {
    if (scanners === undefined) {
      const { start, rate, p50, p99 } = await measureStage(starts, seconds);
      say(
        `First answer after ${start.toFixed(2)} s (goal: 1), the median of ${starts} starts.`,
        `${shown(rate)} writes a second of 32 clients (goal: 500); p50 ${shown(p50)} ms, p99 ${shown(p99)} ms.`,
      );
      return;
    }
    const { requests, refused, failed, p50, p99, late } = await measurePeak(scanners, seconds);
    say(
      `${shown(requests)} requests, ${shown(requests / seconds)} a second: ${refused} refused for conflict (goal: at most 0.1 %), ${failed} failed.`,
      `p50 ${shown(p50)} ms, p99 ${shown(p99)} ms (goal: 120), from when each was due; p99 of the delay of this machine ${shown(late)} ms.`,
    );
  });

program
  .command("growth")
  .description("units and processor time of every operation in a small and in a large table")
  .option("--small <goods>", "goods in the small table", wholeFrom(1, 100_000), 500)
  .option("--large <goods>", "goods in the large table", wholeFrom(1, 1_000_000), 10_000)
  .action(async ({ small, large }) => {
    const { rows, grown } = await measureGrowth([small, large], progress);
    const heads = [small, large].flatMap((goods) =>
      ["write units", "read units", "CPU ms"].map((head) => `${head}, ${shown(goods)}`),
    );
    say(
      drawn(["", ...heads], rows, 1),
      `Writes that take more units in the larger table: ${grown.join("; ") || "none"}.`,
    );
    if (grown.length > 0) process.exitCode = 1;
  });

await run(program);
