import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { measureGrowth } from "./bench/growth.ts";
import { measurePeak, measureStage } from "./bench/stage.ts";
import { measureStarts } from "./bench/starts.ts";
import { command, run, wholeFrom } from "./cli/command.ts";
import { drawn, progressOn, quantile, shown } from "./cli/output.ts";
import { filled, table } from "./docs/markdown.ts";

const progress = progressOn(process.stderr);
const machine = `${cpus().length} cores, ${process.platform} ${process.arch}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)} when it began.`;
const say = (...lines: readonly string[]) => console.log([...lines, machine].join("\n"));
const times = (ms: readonly number[]) =>
  `p50 ${shown(quantile(ms))} ms, p99 ${shown(quantile(ms, 0.99))} ms`;

const program = command(
  "bench",
  "Measures what a start and a request cost, on the site demo with the embedded engine.",
  `Of growth: units written, with those of refused transactions, and read; entries that a read looks at / shows; milliseconds of processor
time, service + engine. The reference of cold and warm is the AWS SDK's client alone, bundled with esbuild's defaults. The first event of cold has the share of a
core that 512 MB buy, where a cgroup can be made.

Exit status: 0 measured; 1 it could not be finished, a read showed nothing, or a write took more units in a larger table; 2 wrong call; 130 interrupted.`,
);
for (const [kind, about, heads, rounds] of [
  [
    "cold",
    "load and first event of a fresh post-box",
    ["load ms", "first event ms", "both ms"],
    15,
  ],
  ["warm", "processor time of a warm request to post-box", ["CPU of a request, µs"], 5],
] as const)
  program
    .command(kind)
    .description(about)
    .option(
      "--rounds <n>",
      "processes of each, after one that does not count",
      wholeFrom(1, 1_000),
      rounds,
    )
    .action(async (options) => {
      const { rows, core } = await measureStarts(kind, options.rounds, progress);
      const table = drawn(["", ...heads, "ratio", "goal"], rows, 1);
      say(table, ...(kind === "cold" ? [`The first event had ${core}.`] : []));
    });

program
  .command("stage")
  .description("the local stage's start and writes a second; or scanners at a bell")
  .option("--seconds <n>", "how long", wholeFrom(1, 600), 30)
  .option("--scanners <n>", "so many scanners, on a table like DynamoDB", wholeFrom(1, 9_999))
  .action(async ({ seconds, scanners }) => {
    if (scanners === undefined) {
      const { start, ms } = await measureStage(seconds);
      return say(
        `First answer after ${shown(start)} ms (goal: 1,000).`,
        `${shown(ms.length / seconds)} writes a second of 32 clients (goal: 500); ${times(ms)}.`,
      );
    }
    const { ms, refused, failed } = await measurePeak(scanners, seconds);
    say(
      `${shown(ms.length)} requests, ${shown(ms.length / seconds)} a second: ${refused} refused for conflict (goal: at most 0.1 %), ${failed} failed.`,
      `From when each was due: ${times(ms)} (goal: 120).`,
    );
  });

const costHeads = [
  "operation",
  "trips",
  "write units: table + index + refused",
  "read units",
  "DynamoDB, USD a million",
];
program
  .command("growth")
  .description("what every request takes in a table, and in one twenty times as large")
  .option("--large <goods>", "goods in the large one", wholeFrom(20, 1_000_000), 10_000)
  .option("--write", "write the tables of docs/growth.md and docs/cost.md")
  .action(async ({ large, write }) => {
    const sizes = [Math.floor(large / 20), large];
    const { growth, cost, grown } = await measureGrowth(sizes, progress);
    const of = (size: number) => [`${shown(size)} goods: written`, "read", "entries", "ms"];
    const heads = ["", ...sizes.flatMap(of)];
    const pages = { growth: table(heads, growth), cost: table(costHeads, cost) };
    for (const [name, measured] of write ? Object.entries(pages) : []) {
      const page = new URL(`../docs/${name}.md`, import.meta.url);
      writeFileSync(page, filled(readFileSync(page, "utf8"), { measured }));
    }
    const which = grown.join(", ") || "none";
    say(drawn(heads, growth, 1), `Writes that take more units if it is large: ${which}.`);
    if (grown.length > 0) process.exitCode = 1;
  });

await run(program);
