import { InvalidArgumentError } from "@commander-js/extra-typings";
import { machineNow } from "./bench/machine.ts";
import { openBench } from "./bench/service.ts";
import { complaintsOf } from "./bench-growth/judge.ts";
import { namesFor, spanAt } from "./bench-growth/layout.ts";
import { measureGrowth } from "./bench-growth/measure.ts";
import { growthParts, mostEntriesOf } from "./bench-growth/page.ts";
import { command, run, wholeFrom } from "./cli/command.ts";
import { progressOn, publish } from "./cli/output.ts";
import { erpRowsOf, openStand } from "./stand.ts";

/** More goods than their numbers have digits for, and far more than the engine takes. */
const mostGoods = 5_000_000;

const sizesFrom = (text: string): number[] => {
  const sizes = text.split(",").map((size) => wholeFrom(2, mostGoods)(size.trim()));
  if (sizes.some((size, at) => size <= (sizes[at - 1] ?? 0)))
    throw new InvalidArgumentError("The sizes must rise.");
  return sizes;
};

const program = command(
  "bench:growth",
  "Measures how the service does as its table, a box and a history grow.",
  `It starts an embedded DynamoDB on a file in a temporary folder, fills it to each size and measures every operation there: the handlers
in this process, one call at a time. Then boxes and histories of rising length. The folder (1.5 GB at 500,000 goods) is removed.

The units are what the engine says that it consumed. They must be the same at every size for every write, and for every page of the
overview that reads as many entries. Latency depends on the machine and the engine; nothing is asserted of it.

Exit status: 0 the units do not grow; 1 they do, or the measuring could not be finished; 2 wrong call; 130 interrupted.`,
)
  .option("--sizes <list>", "the sizes in goods, rising", sizesFrom, [1_000, 100_000, 500_000])
  .option("--box <n>", "how far the box and the history grow", wholeFrom(10, 100_000), 5_000)
  .option(
    "--samples <n>",
    "how many calls of each operation are measured at each size",
    wholeFrom(2, 10_000),
    200,
  )
  .option("--write", "write docs/growth.md")
  .option("--json", "print the figures as JSON instead of the page")
  .action(async ({ sizes, box: longest, samples, write, json }) => {
    const few = sizes.find((size, at) => spanAt(size, sizes[at - 1]).count < 2 * samples);
    if (few)
      program.error(
        `--samples ${samples} needs twice as many goods that were not measured before; at ${few} there are too few.`,
      );
    const machine = machineNow();
    const options = { sizes, longest, samples };
    const stand = await openStand("bench-growth", "demo", (site) =>
      erpRowsOf(namesFor(options), 100, site),
    );
    try {
      const { endpoint } = await stand.open("dynamodb.sqlite");
      const found = await measureGrowth(
        options,
        await openBench(stand, endpoint),
        progressOn(process.stderr),
      );
      const shards = Math.max(...stand.site.location.shards.read);
      const { pageSize } = stand.site.overview;
      const complaints = complaintsOf(found.series, mostEntriesOf(shards, pageSize));
      const growth = { machine, samples, shards, pageSize, complaints, ...found };
      await publish("growth", growthParts(growth), growth, { write, json });
      for (const complaint of complaints) console.error(complaint);
      process.exitCode = complaints.length === 0 ? 0 : 1;
    } finally {
      await stand.stop();
    }
  });

await run(program);
