import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { createCommand, runCommandLine, wholeNumberParser } from "../../commands/cli/command.ts";
import { drawTable } from "../../commands/cli/output.ts";
import { fillParts, markdownTable, partsOf } from "../docs/markdown.ts";
import { measureBoxes } from "./boxes.ts";
import { measureGrowth } from "./growth.ts";
import { measureSigning } from "./signing.ts";
import { measureStarts } from "./starts.ts";

const gigabytes = Math.round(totalmem() / 2 ** 30);
const machine = `${cpus().length} cores, ${gigabytes} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)} when it began`;
const today = new Date().toISOString().slice(0, 10);

type Measured = {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The subject of the figures. */
  readonly about: string;
};

/** Prints figures with the machine and the day. With `page`, also writes them into that part of it. */
const report = (
  { heads, rows, about }: Measured,
  page?: { readonly file: string; readonly part: string },
): void => {
  const measured = `Measured on ${today} (${machine}): ${about}.`;
  console.log(drawTable(heads, rows, 1));
  console.log(measured);
  if (!page) return;
  const file = new URL(`../../docs/${page.file}`, import.meta.url);
  const text = readFileSync(file, "utf8");
  const part = `${measured}\n\n${markdownTable(heads, rows)}`;
  writeFileSync(file, fillParts(text, { ...partsOf(text), [page.part]: part }));
};

const program = createCommand(
  "node tools/bench/bench.ts",
  "Measures what a start and a request cost, on the site demo with the embedded engine.",
  `docs/cold-start.md explains cold, warm and signing, docs/cost.md growth and boxes.

Exit status: 0 measured; 1 it could not be finished, a read showed nothing, a write took more units in a larger table, or this Node signs slowly; 2 wrong call; 130 interrupted.`,
);

for (const [kind, description, rounds] of [
  ["cold", "load and first event of a fresh post-box", 25],
  ["warm", "processor time of a warm request to post-box", 7],
] as const)
  program
    .command(kind)
    .description(description)
    .option(
      "--rounds <n>",
      "processes of each, after one that is left out",
      wholeNumberParser(1, 1_000),
      rounds,
    )
    .option("--write", "write the table of docs/cold-start.md")
    .action(async ({ rounds, write }) => {
      const measured = await measureStarts(kind, rounds);
      const page = write && { file: "cold-start.md", part: kind };
      report(measured, page);
    });

program
  .command("signing")
  .description("whether this Node signs slowly, so that another version must be pinned")
  .action(() => {
    const { isSlow, ...measured } = measureSigning();
    report(measured);
    console.log(isSlow ? "This Node has the fault." : "This Node does not have the fault.");
    if (isSlow) process.exitCode = 1;
  });

program
  .command("growth")
  .description("what every request takes in a table, and in one twenty times as large")
  .option("--large <goods>", "goods in the large one", wholeNumberParser(80, 1_000_000), 20_000)
  .option("--write", "write the table of docs/cost.md")
  .action(async ({ large, write }) => {
    const { grown, ...measured } = await measureGrowth([Math.floor(large / 20), large]);
    const page = write && { file: "cost.md", part: "measured" };
    report(measured, page);
    console.log(`Writes that take more units if it is large: ${grown.join(", ") || "none"}.`);
    if (grown.length > 0) process.exitCode = 1;
  });

program
  .command("boxes")
  .description("what a page of the list of boxes takes, for days of 10, 1,000 and 10,000 boxes")
  .option("--most <boxes>", "boxes of the largest day", wholeNumberParser(10, 1_000_000), 10_000)
  .option("--write", "write the table of docs/cost.md")
  .action(async ({ most, write }) => {
    const counts = [10, 1_000, 10_000].filter((count) => count <= most);
    report(await measureBoxes(counts), write && { file: "cost.md", part: "boxes" });
  });

await runCommandLine(program);
