import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { measureGrowth } from "./bench/growth.ts";
import { measurePeak } from "./bench/peak.ts";
import { measureStage } from "./bench/stage.ts";
import { measureStarts } from "./bench/starts.ts";
import { command, run, wholeFrom } from "./cli/command.ts";
import { drawn, quantile, shown } from "./cli/output.ts";
import { filled, table } from "./docs/markdown.ts";

const machine = `${cpus().length} cores, ${process.platform} ${process.arch}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)} when it began.`;
const say = (...lines: readonly string[]) => console.log([...lines, machine].join("\n"));
const times = (ms: readonly number[]) =>
  `p50 ${shown(quantile(ms))} ms, p99 ${shown(quantile(ms, 0.99))} ms`;

const program = command(
  "bench",
  "Measures what a start and a request cost, on the site demo with the embedded engine.",
  `docs/cost.md says what the columns of growth are, docs/cold-start.md those of cold and warm.

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
      const { rows, core } = await measureStarts(kind, options.rounds);
      const table = drawn(["", ...heads, "ratio", "goal"], rows, 1);
      say(table, ...(kind === "cold" ? [`The first event had ${core}.`] : []));
    });

program
  .command("stage")
  .description(
    "the local stage's start, and its rate, processor time and memory as it ages; or scanners at a bell",
  )
  .option("--writes <n>", "so many from row to row", wholeFrom(1, 1_000_000), 10_000)
  .option("--scanners <n>", "so many scanners, on a table like DynamoDB", wholeFrom(1, 9_999))
  .option("--seconds <n>", "how long they scan", wholeFrom(1, 600), 30)
  .action(async ({ writes, seconds, scanners }) => {
    if (scanners === undefined) {
      const { start, rows, aged } = await measureStage(writes);
      const heads = ["", "clients", "a second", "CPU of one, ms", "memory, MB"];
      const percent = (share: number) => `${shown(share * 100)} %`;
      return say(
        `First answer of npm start after ${shown(start)} ms (goal: 1,000).`,
        drawn(heads, rows, 1),
        `After ${shown(5 * writes)} writes ${percent(aged.rate)} as many a second as at first (goal: 90 %), each with ${percent(aged.cpu)} of the CPU.`,
        "Goals: 500 writes a second, 160 MB at rest and 320 under load, 0.15 ms of what asks no store.",
      );
    }
    const { ms, refused, failed } = await measurePeak(scanners, seconds);
    say(
      `${shown(ms.length)} requests, ${shown(ms.length / seconds)} a second: ${refused} refused for conflict (goal: at most 0.1 %), ${failed} failed.`,
      `From when each was due: ${times(ms)} (goal: 120).`,
    );
  });

program
  .command("growth")
  .description("what every request takes in a table, and in one twenty times as large")
  .option("--large <goods>", "goods in the large one", wholeFrom(20, 1_000_000), 10_000)
  .option("--write", "write the table of docs/cost.md")
  .action(async ({ large, write }) => {
    const sizes = [Math.floor(large / 20), large];
    const { rows, grown } = await measureGrowth(sizes);
    const heads = ["", "trips", "write units", "read units", "USD a million"];
    heads.push(...sizes.map((size) => `${shown(size)} goods`));
    if (write) {
      const page = new URL("../docs/cost.md", import.meta.url);
      writeFileSync(page, filled(readFileSync(page, "utf8"), { measured: table(heads, rows) }));
    }
    const which = grown.join(", ") || "none";
    say(drawn(heads, rows, 1), `Writes that take more units if it is large: ${which}.`);
    if (grown.length > 0) process.exitCode = 1;
  });

await run(program);
