import {
  createCommand,
  numberParser,
  runCommandLine,
  wholeNumberParser,
} from "../../commands/cli/command.ts";
import { soak } from "./soak.ts";

const program = createCommand(
  "node test/torture/run-soak.ts",
  "Runs the local stage in real time with many scanners, at a bell and between. Kills the service and the engine now and then.",
  `Afterwards each command that a client took must be stored exactly once, and the audit must find nothing. From minute 10 of
each life of the service on, the median of its memory in each five minutes must stay within 10 %. A life is long enough for that
if the run takes at least 25 minutes.

Exit status: 0 nothing was lost, and the memory is flat; 1 otherwise; 2 a wrong call.`,
)
  .option("--minutes <n>", "how long the scanners scan", wholeNumberParser(1, 1_440), 60)
  .option("--scanners <n>", "how many", wholeNumberParser(1, 5_000), 500)
  .option(
    "--pause <s>",
    "seconds between two scans of a scanner, on average",
    numberParser(0.1, 600),
    20,
  )
  .action(async (options) => {
    const found = await soak(options, console.log);
    for (const sentence of found) console.error(sentence);
    console.log(found.length === 0 ? "Nothing was lost or doubled." : `${found.length} faults.`);
    if (found.length > 0) process.exitCode = 1;
  });

await runCommandLine(program);
