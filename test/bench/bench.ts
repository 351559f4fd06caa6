import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { createCommand, runCommandLine, wholeNumberParser } from "../../commands/cli/command.ts";
import { drawTable } from "../../commands/cli/output.ts";
import { fillParts, markdownTable, partsOf } from "../../commands/docs/markdown.ts";
import { measureGrowth } from "./growth.ts";
import { measureStarts } from "./starts.ts";

const machine = `${cpus().length} cores, ${process.platform} ${process.arch}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)} when it began.`;
const say = (...lines: readonly string[]) => console.log([...lines, machine].join("\n"));

const program = createCommand(
  "bench",
  "Measures what a start and a request cost, on the site demo with the embedded engine.",
  `docs/cold-start.md explains cold and warm, docs/cost.md growth.

Exit status: 0 measured; 1 it could not be finished, a read showed nothing, or a write took more units in a larger table; 2 wrong call; 130 interrupted.`,
);

for (const [kind, about, rounds] of [
  ["cold", "load and first event of a fresh post-box", 15],
  ["warm", "processor time of a warm request to post-box", 5],
] as const)
  program
    .command(kind)
    .description(about)
    .option(
      "--rounds <n>",
      "processes of each, after one that is left out",
      wholeNumberParser(1, 1_000),
      rounds,
    )
    .action(async (options) => {
      const { heads, rows } = await measureStarts(kind, options.rounds);
      say(drawTable(["", ...heads, "of the SDK alone"], rows, 1));
    });

program
  .command("growth")
  .description("what every request takes in a table, and in one twenty times as large")
  .option("--large <goods>", "goods in the large one", wholeNumberParser(20, 1_000_000), 10_000)
  .option("--write", "write the table of docs/cost.md")
  .action(async ({ large, write }) => {
    const { heads, rows, grown } = await measureGrowth([Math.floor(large / 20), large]);
    if (write) {
      const page = new URL("../../docs/cost.md", import.meta.url);
      const text = readFileSync(page, "utf8");
      writeFileSync(
        page,
        fillParts(text, { ...partsOf(text), measured: markdownTable(heads, rows) }),
      );
    }
    const which = grown.join(", ") || "none";
    say(drawTable(heads, rows, 1), `Writes that take more units if it is large: ${which}.`);
    if (grown.length > 0) process.exitCode = 1;
  });

await runCommandLine(program);
