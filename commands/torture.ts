import { stopOnInterrupt } from "./torture/interrupts.ts";
import { help, optionsFrom } from "./torture/options.ts";
import { faultsIn, tableOf } from "./torture/report.ts";
import { torture } from "./torture/run.ts";

/** `npm run torture`: what it does and takes is in `torture/options.ts`. Figures go to stdout, everything else to stderr. */

const main = async (args: string[]): Promise<number> => {
  const { controller, interrupted } = stopOnInterrupt();
  try {
    const options = optionsFrom(args);
    if (!options) {
      process.stdout.write(help);
      return 0;
    }
    process.stderr.write(`${options.n} commands on ${options.site}, seed ${options.seed}.\n`);
    const outcome = await torture(options, controller.signal);
    const { site, seed, n, json } = options;
    const report = json
      ? `${JSON.stringify({ site, seed, n, ...faultsIn(outcome), ...outcome })}\n`
      : tableOf(outcome, options, process.stdout);
    process.stdout.write(report);
    return Object.values(outcome.counts).every((count) => count === 0) ? 0 : 1;
  } catch (error) {
    if (interrupted()) return 130;
    const { name, message, stack } = error as Error;
    const usage = name === "UsageError";
    console.error(usage || name === "Error" ? message : stack);
    if (usage) console.error("npm run torture -- --help says what it takes.");
    return usage ? 2 : 1;
  }
};

process.exitCode = await main(process.argv.slice(2));
