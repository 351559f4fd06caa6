import { existsSync } from "node:fs";
import { join } from "node:path";
import { createErpDatabase } from "#infra/erp/erp-database.ts";
import { usageError } from "#infra/usage-error.ts";
import demo from "../sites/demo.ts";
import {
  createCommand,
  numberParser,
  parseWebAddress,
  runCommandLine,
  wholeNumberParser,
} from "./cli/command.ts";
import { makeScratchFolder } from "./cli/scratch-folder.ts";
import { erpRows, type ReplayPlan, readPlan } from "./replay/read-plan.ts";
import { type ReplaySettings, replayPlan } from "./replay/replay-plan.ts";
import { startStage } from "./start-stage.ts";

/** The most complaints that are printed. The JSON has all of them. */
const mostComplaints = 20;

const replayAt = async (url: string, plan: ReplayPlan, settings: ReplaySettings) => {
  const { concurrency, storm } = settings;
  console.error(
    `${plan.goods.length} lines in ${plan.boxes.length} boxes; concurrency ${concurrency}, storm ${storm}.`,
  );
  const outcome = await replayPlan(plan, url, settings);
  console.log(JSON.stringify({ ...settings, ...outcome }, undefined, 2));
  const { differences, broken } = outcome;
  const complaints = [...differences, ...broken];
  for (const complaint of complaints.slice(0, mostComplaints)) console.error(complaint);
  console.error(
    `${differences.length} not as the files say, ${broken.length} sent again and not answered as the first time.`,
  );
  process.exitCode = complaints.length === 0 ? 0 : 1;
};

const program = createCommand(
  "replay",
  "Replays a warehouse's purchase orders against the service, and compares it with the files.",
  `It registers the goods of every order line at their place, packs them into the box of their order, does the same with the line's
attachment, reads all of it back, and compares. It sends with the scanners' client, to a stage of its own with a table in memory unless --url
names a service. The files are Microsoft's AdventureWorks, exported (UTF-8, commas) with headings, which those of its install
script lack: Product.csv, ProductInventory.csv, PurchaseOrderDetail.csv, PurchaseOrderHeader.csv.

A key is made of the line: what was recorded before is answered as a replay, and no scan counts twice.

A service of yours needs the ERP that the files describe:

  npm run replay -- --data <folder> --erp erp.sqlite
  ERP_SQLITE=erp.sqlite npm start
  npm run replay -- --data <folder> --url http://127.0.0.1:3000

Exit status: 0 the store is what the files say; 1 it is not, or the replay could not be finished; 2 wrong call or files; 130 interrupted.`,
)
  .requiredOption("--data <folder>", "where the files lie")
  .option(
    "--url <url>",
    "the service's address, base path included, in place of a stage of its own",
    parseWebAddress,
  )
  .option(
    "--concurrency <n>",
    "how many requests are under way at once",
    wholeNumberParser(1, 256),
    16,
  )
  .option(
    "--storm <share>",
    "send this share of the writes twice at once and again at the end",
    numberParser(0, 1),
    0,
  )
  .option("--erp <file>", "only write the ERP that the files describe, into this new SQLite file")
  .action(async ({ data, url, erp, ...settings }) => {
    const plan = readPlan(data);
    if (erp !== undefined) {
      // An existing file may be the ERP of a running stage.
      if (existsSync(erp))
        throw usageError(`${erp} exists already; --erp takes the name of a new file.`);
      createErpDatabase(erp, demo, erpRows(plan));
      console.error(`Wrote ${erp}: ${plan.boxes.length} boxes, ${plan.goods.length} zongpai.`);
      return;
    }
    if (url !== undefined) return replayAt(url, plan, settings);
    const { folder } = makeScratchFolder("replay");
    const file = join(folder, "erp.sqlite");
    createErpDatabase(file, demo, erpRows(plan));
    const inMemory = { DYNAMODB_ENDPOINT: "memory" };
    await using stage = await startStage(join(folder, "data"), file, inMemory);
    await replayAt(stage.url, plan, settings);
  });

await runCommandLine(program);
