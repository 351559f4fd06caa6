import { cpus, loadavg } from "node:os";
import { measureGrowth } from "./bench/growth.ts";
import { measurePeak, measureStage } from "./bench/stage.ts";
import { measureStarts } from "./bench/starts.ts";
import { command, run, wholeFrom } from "./cli/command.ts";
import { drawn, progressOn, quantile, shown } from "./cli/output.ts";

const progress = progressOn(process.stderr);
const [load = 0] = loadavg();
const machine = `${cpus().length} cores, ${process.platform} ${process.arch}, Node ${process.versions.node}, load ${load.toFixed(1)} when it began.`;
const say = (...lines: readonly string[]) => console.log([...lines, machine].join("\n"));
const times = (sent: readonly { ms: number; late: number }[], of: "ms" | "late" = "ms") => {
  const values = sent.map((one) => one[of]);
  return `p50 ${shown(quantile(values))} ms, p99 ${shown(quantile(values, 0.99))} ms`;
};

const program = command(
  "bench",
  "Measures what a start and a request cost, on the site demo with the embedded engine.",
  `The reference of cold and warm is a function of the AWS SDK's client alone, bundled with esbuild's defaults, that makes the transaction of
POST /box without a check. The first event of cold has the share of a core that 512 MB buy, where a cgroup can be made. Above a load of 0.5
the figures depend on the machine's other work; ratios suffer least.

Exit status: 0 measured; 1 it could not be finished, or a write took more units in a larger table; 2 wrong call; 130 interrupted.`,
);
const rounds = ["--rounds <n>", "processes of each, after one that does not count"] as const;

program
  .command("cold")
  .description("load and first event of a fresh post-box")
  .option(...rounds, wholeFrom(1, 1_000), 15)
  .action(async (options) => {
    const { rows, core } = await measureStarts("cold", options.rounds, progress);
    const heads = ["", "load ms", "first event ms", "both ms", "ratio", "goal"];
    say(drawn(heads, rows, 1), `The first event had ${core}.`);
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
  .option("--seconds <n>", "for how long it is written to, or scanned", wholeFrom(1, 600), 30)
  .option("--scanners <n>", "so many scanners, on a table like DynamoDB", wholeFrom(1, 9_999))
  .action(async ({ seconds, scanners }) => {
    if (scanners === undefined) {
      const { start, writes } = await measureStage(seconds);
      return say(
        `First answer after ${shown(start)} ms (goal: 1,000).`,
        `${shown(writes.length / seconds)} writes a second of 32 clients (goal: 500); ${times(writes)}.`,
      );
    }
    const { all, refused, failed } = await measurePeak(scanners, seconds);
    say(
      `${shown(all.length)} requests, ${shown(all.length / seconds)} a second: ${refused.length} refused for conflict (goal: at most 0.1 %), ${failed.length} failed.`,
      `From when each was due: ${times(all)} (goal: 120); begun late: ${times(all, "late")}.`,
    );
  });

program
  .command("growth")
  .description("units and processor time of every route in a small and in a large table")
  .option("--small <goods>", "goods in the small table", wholeFrom(1, 100_000), 500)
  .option("--large <goods>", "goods in the large table", wholeFrom(1, 1_000_000), 10_000)
  .action(async ({ small, large }) => {
    const { rows, grown } = await measureGrowth([small, large], progress);
    const heads = [small, large].flatMap((goods) =>
      ["write units", "read units", "CPU ms"].map((head) => `${head}, ${shown(goods)}`),
    );
    const which = grown.join("; ") || "none";
    say(drawn(["", ...heads], rows, 1), `Writes that take more units if it is large: ${which}.`);
    if (grown.length > 0) process.exitCode = 1;
  });

await run(program);
