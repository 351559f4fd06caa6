import { randomInt } from "node:crypto";
import { Option } from "@commander-js/extra-typings";
import { type Plant, plants } from "../test/torture/plants.ts";
import { torture } from "../test/torture/run.ts";
import { command, numberFrom, run, siteHelp, webAddress, wholeFrom } from "./cli/command.ts";
import { printFigures } from "./cli/output.ts";

const program = command(
  "torture",
  "Sends commands of every write kind through networks that fail, then counts again what the service said against what the engine holds.",
  `Whether something was recorded is read from the engine: operation rows, items, locations and counters. All of these must be 0:
lost (told 2xx and not there), doubled (in the store more often than told), wrongly replayed (two answers to one key), refused but
recorded, "nothing was recorded" but recorded by that request, caps passed, counters that drift (both by npm run audit), histories of items
that no order of the commands explains.

Exit status: 0 all are 0; 1 one is not; 2 a wrong call; 130 interrupted.`,
)
  .option("--n <count>", "how many commands", wholeFrom(0, 1_000_000), 10_000)
  .option(
    "--faults <share>",
    "the share of the engine's requests that are spoiled; a little fewer of the scanners' are",
    numberFrom(0, 0.9),
    0.25,
  )
  .option(
    "--kills <count>",
    "how often the stage and the embedded engine are killed with kill -9, in turn",
    wholeFrom(0, 10_000),
    100,
  )
  .option(
    "--engine <url>",
    "another DynamoDB; a table of its own is made there and deleted, and the stage alone is killed",
    webAddress,
  )
  .option("--site <site>", `${siteHelp}; one that asks for no tokens`, "demo")
  .option(
    "--seed <number>",
    "the same commands and row of faults again; which meets which is the machine's timing (default: drawn)",
    wholeFrom(0, 2 ** 31),
  )
  .addOption(
    new Option(
      "--plant <rule>",
      "break a rule on the way to the engine, to show that the count finds it",
    ).choices(Object.keys(plants) as Plant[]),
  )
  .option("--json", "print the figures as JSON")
  .action(async ({ seed = randomInt(2 ** 31), json, ...given }) => {
    const options = { seed, ...given };
    const { site, n } = options;
    console.error(`${n} commands on ${site}, seed ${seed}.`);
    const outcome = await torture(options);
    printFigures({ site, seed, n, ...outcome }, json);
    process.exitCode = Object.values(outcome.counts).every((count) => count === 0) ? 0 : 1;
  });

await run(program);
