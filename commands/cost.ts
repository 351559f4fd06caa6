import { writeFile } from "node:fs/promises";
import { averageOf, sharesOf } from "./cost/average.ts";
import { billOf } from "./cost/bill.ts";
import { help } from "./cost/help.ts";
import type { Measured } from "./cost/measure.ts";
import { type Options, optionsFrom } from "./cost/options.ts";
import { costPage } from "./cost/page.ts";
import { prices, type Region } from "./cost/prices.ts";
import { type Cost, printed } from "./cost/report.ts";
import type { SiteFacts } from "./cost/site-facts.ts";
import { startStand } from "./cost/stand.ts";
import { progressOn } from "./replay/progress.ts";
import { runCommand } from "./store/run-command.ts";

/** `npm run cost`: what it does and takes is in `cost/help.ts`. Figures go to stdout, everything else to stderr. */

type Found = { readonly measured: readonly Measured[]; readonly facts: SiteFacts };

const measure = async (choice: string): Promise<Found> => {
  const stand = await startStand(choice);
  try {
    // The stores read their environment when they load, and the stand has just set it.
    const [{ measureOn }, { factsOf }, { stepsOn }] = await Promise.all([
      import("./cost/measure.ts"),
      import("./cost/site-facts.ts"),
      import("./cost/steps.ts"),
    ]);
    const bar = progressOn(process.stderr)("measuring", stepsOn(stand).length);
    try {
      return { measured: await measureOn(stand, bar.done), facts: factsOf(stand.site) };
    } finally {
      bar.end();
    }
  } finally {
    await stand.stop();
  }
};

const costOf = (
  { measured, facts }: Found,
  { scans, mix, again, rate, memory = facts.memory, duration }: Options,
  region: Region,
): Cost => {
  const shares = sharesOf(measured, mix, again, { memory, duration });
  const bill = billOf(averageOf(shares), { scans, rate, memory }, facts, prices[region]);
  return { options: { scans, region, again, rate, memory, duration }, facts, bill, shares, prices: prices[region] };
};

const cost = async (args: string[]): Promise<number> => {
  const options = optionsFrom(args);
  if (!options) {
    process.stdout.write(help);
    return 0;
  }
  const found = await measure(options.site);
  const told = costOf(found, options, options.region);
  process.stdout.write(
    options.json ? `${JSON.stringify({ ...told, measured: found.measured }, undefined, 2)}\n` : printed(told, process.stdout),
  );
  if (options.write) {
    const others = (Object.keys(prices) as Region[]).filter((region) => region !== options.region);
    const page = costPage(
      told,
      others.map((region) => costOf(found, options, region)),
    );
    await writeFile(new URL("../docs/cost.md", import.meta.url), page);
    console.error("docs/cost.md written");
  }
  return 0;
};

await runCommand("cost", 1, cost);
