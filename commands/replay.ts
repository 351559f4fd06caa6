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

/** The maximum number of printed complaints. The JSON has all of them. */
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
    `${differences.length} differ from the files, ${broken.length} sent again with another answer than the first.`,
  );
  process.exitCode = complaints.length === 0 ? 0 : 1;
};

const program = createCommand(
  "replay",
  "Replays a company's purchase orders against the service, and compares the result with the files.",
  `For every order line, it registers the goods at their place, packs them into the box of their order, and does the same with the line's
attachment. Then it reads everything and compares. It sends through the client library, to its own stage with a table in memory, or to the
service of --url. The files are those of Microsoft's AdventureWorks, exported as UTF-8 with commas and headings (the files of its install
script have no headings): Product.csv, ProductInventory.csv, PurchaseOrderDetail.csv, PurchaseOrderHeader.csv.

The idempotency key is made from the line. So a second run is answered as replays, and no scan counts twice.

With --url, the service needs the ERP that the files describe:

  npm run replay -- --data <folder> --erp erp.sqlite
  ERP_SQLITE=erp.sqlite npm start
  npm run replay -- --data <folder> --url http://127.0.0.1:3000

Exit status: 0 the service has what the files say; 1 it differs, or the replay could not be finished; 2 a wrong call or file; 130 interrupted.`,
)
  .requiredOption("--data <folder>", "the folder of the files")
  .option(
    "--url <url>",
    "address of a service, including its base path, instead of a new stage",
    parseWebAddress,
  )
  .option("--concurrency <n>", "number of requests at the same time", wholeNumberParser(1, 256), 16)
  .option(
    "--storm <share>",
    "send this share of the writes twice at the same time, and again at the end",
    numberParser(0, 1),
    0,
  )
  .option("--erp <file>", "only write the ERP that the files describe to this new SQLite file")
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
