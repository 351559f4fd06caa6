import { readFileSync } from "node:fs";
import { Option } from "@commander-js/extra-typings";
import * as z from "zod";
import { usageError } from "#infra/usage-error.ts";
import { openMeter } from "#lib/meter.ts";
import { alike } from "#lib/site/alike.ts";
import type { Site } from "#lib/site/schema.ts";
import { openBench } from "./bench/service.ts";
import { command, numberFrom, run, siteHelp } from "./cli/command.ts";
import { progressOn, publish } from "./cli/output.ts";
import { billOf, type Mix, replayMix } from "./cost/bill.ts";
import { measure, stepsFor } from "./cost/measure.ts";
import { costParts } from "./cost/page.ts";
import { type Region, regions } from "./cost/prices.ts";
import { erpRowsOf, openStand } from "./stand.ts";

/** Names that the site's formats accept; beside those of the steps so many goods that a page of the overview is a full one. */
const unusedOf = ({ formats, overview, location }: Site) => {
  const goods = Math.ceil(1.3 * Math.max(...location.shards.read) * (overview.pageSize + 1)) + 10;
  const names = {
    goods: alike(formats.zongpai, goods),
    boxes: alike(formats.boxNo, 10),
    locations: alike(formats.location, 10),
  };
  if (names.goods.length < goods || names.boxes.length < 10 || names.locations.length < 2)
    throw new Error(
      "The site's examples of a zongpai, a box number and a location do not count on far enough to be measured with.",
    );
  return names;
};

/** Reads proportions from a JSON file. @throws UsageError for a file that is none, an unknown operation, or what is no proportion */
const mixFrom = (file: string, known: readonly string[]): Mix => {
  try {
    const mix = z
      .partialRecord(z.enum(known), z.number().min(0))
      .parse(JSON.parse(readFileSync(file, "utf8")));
    if (Object.values(mix).some((weight) => weight)) return mix;
    throw new Error("an operation must have a proportion above 0");
  } catch (error) {
    const told = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw usageError(
      `The mix ${file} cannot be used: ${told}. The operations are: ${known.join(", ")}.`,
    );
  }
};

const program = command(
  "cost",
  "Says what scans cost on AWS, by part. A scan is one request of a scanner, a write or a read.",
  `It runs every operation once on a store and an ERP of its own and measures what it takes: units of DynamoDB, bytes of answers, logs
and storage. A mix of the operations and the list prices in commands/cost/prices.ts make the bill, without free tier. The time of
functions is no measurement but an assumption, as are the bytes of lines that AWS itself logs.

Exit status: 0 told; 1 it could not be measured; 2 wrong call.`,
)
  .option("--scans <n>", "how many scans", numberFrom(1, 1e12), 1_000_000)
  .option("--site <name>", siteHelp, process.env.SITE || "demo")
  .addOption(
    new Option("--region <name>", "whose prices").choices(regions).default<Region>("us-east-1"),
  )
  .option(
    "--mix <file>",
    'the proportions of the operations, as JSON such as {"register": 2, "save": 1} (default: those of npm run replay)',
  )
  .option("--write", "write docs/cost.md, for the site demo and the default mix")
  .option("--json", "print the figures as JSON instead of the page")
  .action(async ({ site: choice, mix: file, write, json, ...usage }) => {
    if (write && (choice !== "demo" || file))
      program.error(
        "--write is about the site demo and the default mix: leave --site and --mix out.",
      );
    const stand = await openStand("cost", choice, (site) =>
      erpRowsOf(unusedOf(site), site.formats.quantity.most, site),
    );
    const { site } = stand;
    try {
      const { endpoint } = await stand.open();
      // The lines of metrics are logged bytes, and paid for.
      process.env.WRITE_METRICS = "1";
      const steps = stepsFor(unusedOf(site), site);
      const ids = steps.flatMap(({ id = [] }) => id);
      const mix = file === undefined ? replayMix : mixFrom(file, ids);
      const bar = progressOn(process.stderr)("measuring", steps.length);
      const measured = await measure(
        await openBench(stand, endpoint, openMeter()),
        steps,
        bar.add,
      ).finally(bar.end);
      const costIn = (region: Region) => {
        const asked = { ...usage, region };
        return { usage: asked, mix, measured, bill: billOf(measured, mix, asked, site) };
      };
      const cost = costIn(usage.region);
      const others = regions.filter((region) => region !== usage.region).map(costIn);
      await publish("cost", costParts(cost, others, site), cost, { write, json });
    } finally {
      await stand.stop();
    }
  });

await run(program);
