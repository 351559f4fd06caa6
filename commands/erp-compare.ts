import { wireOf } from "#lib/http/wire.ts";
import type { Row } from "../pages/shared/csv.ts";
import { numberFrom, run } from "./cli/command.ts";
import { progress, shown } from "./cli/output.ts";
import { rowsTo } from "./csv/write.ts";
import { prices } from "./docs/cost/prices.ts";
import { erpFileOf, openedErp } from "./erp-check/check-erp.ts";
import { compareErp } from "./erp-compare/compare.ts";
import { openStore } from "./store/open-store.ts";
import { jsonLines, storeCommand } from "./store/store-command.ts";

/** Milliseconds that a page of a view may take: it may have to be sorted. */
const patience = { statementTimeout: 60_000 };
/** US dollars for a million read units. */
const price = prices.readUnit.usd;

const program = storeCommand(
  "erp:compare",
  "Compares what is boxed with the ERP's views, and writes what differs as CSV or JSON lines.",
  `boxed beyond ordered · goods, and boxes, that the ERP lacks · goods that the ERP has and nobody boxed · copies of boxes that are old

It only reads, both by pages, and says before what that is and costs. What scanners do meanwhile may show or not. The ERP is that of
npm run erp:check, the password from where it takes it.

Exit status: 0 no difference; 1 there are; 2 a wrong call, or a table or a view that cannot be read.`,
)
  .option(...jsonLines)
  .argument("[file]", "a new file, in place of standard output")
  .option("--copies-older <days>", "than so many days", numberFrom(0, 36_500), 30)
  .action(async (file, { json, copiesOlder, ...choice }) => {
    const store = await openStore(choice);
    const { site, table, described } = store;
    using erp = await openedErp(site, erpFileOf(site), patience);
    const { nameOf, encode } = wireOf(site);
    const fields = [
      "box_no",
      "zongpai",
      "ordered_quantity",
      "items_quantity",
      "erp_as_of",
    ] as const;
    const columns = ["difference", ...fields.flatMap((field) => nameOf(field) || [])];
    const out = await rowsTo(file, json ? undefined : columns);
    let differences = 0;
    const compare = compareErp({
      ...{ table, site, ...erp, copiesOlder, now: Date.now() },
      found: async (rows) => {
        differences += rows.length;
        await out.write(
          rows.map(({ difference, ...row }) => ({ difference, ...(encode(row) as Row) })),
        );
      },
    });
    const goods = await compare.count();
    const { ItemCount: items = 0, TableSizeBytes: bytes = 0 } = described;
    const units = bytes / 8_192 + goods;
    console.error(
      `Reads ${shown(items)} items of the table, the ERP's ${shown(goods)} goods, and of its boxes those with something in them: about ${shown(units)} read units, ${((units * price) / 1e6).toFixed(4)} USD.`,
    );
    await progress("the table", items, compare.table, goods);
    await progress("the view", goods, compare.view);
    await out.close();
    console.error(`${shown(differences)} differences.`);
    process.exitCode = differences > 0 ? 1 : 0;
  });

await run(program, 2);
