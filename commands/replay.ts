import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { InvalidArgumentError } from "@commander-js/extra-typings";
import { createErpDatabase } from "#infra/erp/erp-database.ts";
import { usageError } from "#infra/usage-error.ts";
import { optionalEnv } from "#lib/env.ts";
import demo from "../sites/demo.ts";
import { command, numberFrom, run, webAddress, wholeFrom } from "./cli/command.ts";
import { printFigures, progressOn } from "./cli/output.ts";
import { scratchFolder } from "./cli/scratch.ts";
import { erpRows, type Plan, readPlan } from "./replay/data.ts";
import { replayPlan, type Settings } from "./replay/run.ts";
import { startStage } from "./stage.ts";

/** So many sentences of what is wrong are told; the figures have them all. */
const mostShown = 20;

const writeErp = (file: string, plan: Plan) => {
  // Never over a file that somebody has: it may be the ERP of a stage that runs.
  if (existsSync(file))
    throw usageError(`${file} exists already; --erp takes the name of a new file.`);
  createErpDatabase(file, demo, erpRows(plan));
};

const replayAt = async (
  url: string,
  plan: Plan,
  { json, ...settings }: Settings & { json: boolean },
  mayBeKnown: boolean,
) => {
  const { run, concurrency, storm, seed } = settings;
  const { goods, boxes } = plan;
  console.error(
    `${goods.length} lines in ${boxes.length} boxes; run ${run}, concurrency ${concurrency}, storm ${storm}, seed ${seed}.`,
  );
  const outcome = await replayPlan(plan, url, settings, mayBeKnown, progressOn(process.stderr));
  printFigures({ run, concurrency, storm, seed, ...outcome }, json);
  const { differences, broken, figures: steps } = outcome;
  for (const complaint of [...differences, ...broken].slice(0, mostShown)) console.error(complaint);
  if (steps.some(({ refused }) => "ZONGPAI_NOT_FOUND" in refused))
    console.error(
      "The service's ERP does not know goods of these files: see --prepare-only in --help.",
    );
  console.error(
    `${differences.length} not as the files say, ${broken.length} sent again and not answered as the first time.`,
  );
  process.exitCode = differences.length + broken.length === 0 ? 0 : 1;
};

const runFrom = (text: string) => {
  if (/^[0-9A-Za-z]{1,16}$/.test(text)) return text;
  throw new InvalidArgumentError("It takes up to 16 letters or digits.");
};

const program = command(
  "replay",
  "Replays a warehouse's purchase orders against the service, and compares what it then says with the files.",
  `It registers the goods of every order line where the inventory has them, packs them into the box of their order, does the same with
the line's attachment, reads every box, every location and every attachment status back, and compares. It speaks as scanners do, with
their client in scanner/, and brings a local stage and a store of its own, unless --url names a service. The files are those of
Microsoft's AdventureWorks: Product.csv, ProductInventory.csv, PurchaseOrderDetail.csv, PurchaseOrderHeader.csv.

A line has at most one attachment. Its category comes from the product: the ProductSubcategoryID modulo the number of the site's
categories (0 is the first); without a subcategory the ProductID modulo one more than that, the last remainder meaning that there
is none. As many are configured as were ordered, as many boxed as were received, but not more than ordered.

A key is made of the run and the line alone. To replay again with the same --run is therefore safe: every write is answered
from its receipt, marked as a replay, and no scan is counted twice. With another --run into the same store the goods are
already in their boxes: DUPLICATE_BOX_ITEM is counted, and the boxes still equal the files.

Against a service of yours, its ERP must be the one that the files describe:

  npm run replay -- --data <folder> --erp erp.sqlite --prepare-only
  ERP_SQLITE=erp.sqlite npm start
  npm run replay -- --data <folder> --url http://127.0.0.1:3000

Exit status: 0 the store is what the files say; 1 it is not, or the replay could not be finished; 2 the command or the files
are not as they should be; 130 interrupted.`,
)
  .requiredOption("--data <folder>", "where the files lie")
  .option(
    "--url <url>",
    "replay against the service that answers there, base path included, instead of a stage of its own",
    webAddress,
  )
  .option("--concurrency <n>", "how many requests are under way at once", wholeFrom(1, 256), 16)
  .option(
    "--storm <share>",
    "send this share of the writes twice at once and again at the end; nothing may count twice",
    numberFrom(0, 1),
    0,
  )
  .option(
    "--seed <n>",
    "what decides which writes the storm takes and in which order (default: drawn, and printed)",
    wholeFrom(0, 1e15),
  )
  .option("--run <id>", "names the idempotency keys", runFrom, "aw")
  .option("--erp <file>", "keep the ERP database that the files describe in this new SQLite file")
  .option("--prepare-only", "write the file of --erp and replay nothing")
  .option("--json", "print the figures as JSON instead of a table")
  .action(
    async ({
      data,
      url,
      erp,
      prepareOnly,
      seed = randomInt(1_000_000),
      json = false,
      ...options
    }) => {
      if (prepareOnly && erp === undefined)
        program.error("--prepare-only needs --erp, the file to write.");
      if (url !== undefined && erp !== undefined)
        program.error(
          "--url and --erp do not go together: write the file with --prepare-only, start the service on it, then replay.",
        );
      const plan = readPlan(data);
      const settings = { ...options, seed, json };
      if (url !== undefined) return replayAt(url, plan, settings, true);
      if (prepareOnly && erp !== undefined) {
        writeErp(erp, plan);
        console.error(`Wrote ${erp}: ${plan.boxes.length} boxes, ${plan.goods.length} zongpai.`);
        return undefined;
      }
      // With a stage and a store of its own, in a temporary folder that is gone afterwards.
      const { folder, remove } = scratchFolder("replay");
      const file = erp ?? join(folder, "erp.sqlite");
      writeErp(file, plan);
      const stage = await startStage(join(folder, "data"), file);
      try {
        // An engine that the environment names may hold an earlier replay.
        return await replayAt(
          stage.url,
          plan,
          settings,
          optionalEnv("DYNAMODB_ENDPOINT") !== undefined,
        );
      } finally {
        await stage.stop();
        remove();
      }
    },
  );

await run(program);
