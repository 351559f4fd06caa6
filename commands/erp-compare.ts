import { wireOf } from "#lib/http/wire.ts";
import type { CsvRow } from "../frontend/pages/src/shared/csv.ts";
import { numberParser, runCommandLine } from "./cli/command.ts";
import { formatNumber, showProgress } from "./cli/output.ts";
import { openRowWriter } from "./csv/write.ts";
import { erpFileOf } from "./erp-check/check-erp.ts";
import { connectErp } from "./erp-check/connect-erp.ts";
import { compareErp } from "./erp-compare/compare-erp.ts";
import { listPrices } from "./prices.ts";
import { openStore } from "./store/open-store.ts";
import { jsonLines, storeCommand } from "./store/store-command.ts";

/** Milliseconds for a page of a view. The database may have to sort the view. */
const pageLimit = { statementTimeout: 60_000 };
/** US dollars for a million read units. */
const dollarsPerMillion = listPrices.readUnit.usd;

const program = storeCommand(
  "erp:compare",
  "Compares the boxed quantities with the ERP's views, and writes the differences as CSV or JSON lines.",
  `It finds goods boxed beyond the ordered quantity, goods and boxes that the ERP does not have, goods of the ERP that are not boxed,
and old copies of boxes.

It only reads, page by page, and first prints the amount and the cost. The result may or may not include scans made meanwhile. It uses
the same ERP and password as npm run erp:check.

Exit status: 0 no difference; 1 differences; 2 a wrong call, or a table or a view that cannot be read.`,
)
  .option(...jsonLines)
  .argument("[file]", "a new file, instead of standard output")
  .option(
    "--copies-older <days>",
    "report copies older than this number of days",
    numberParser(0, 36_500),
    30,
  )
  .action(async (file, { json, copiesOlder, ...choice }) => {
    const store = await openStore(choice);
    const { site, table, described } = store;
    using erp = await connectErp(site, erpFileOf(site), pageLimit);
    const { nameOf, encode } = wireOf(site);
    const fields = [
      "box_no",
      "zongpai",
      "ordered_quantity",
      "items_quantity",
      "erp_as_of",
    ] as const;
    const columns = ["difference", ...fields.flatMap((field) => nameOf(field) || [])];
    const out = await openRowWriter(file, json ? undefined : columns);
    let differences = 0;
    const onDifferences = async (rows: readonly CsvRow[]) => {
      differences += rows.length;
      const encoded = rows.map(({ difference, ...row }) => ({
        difference,
        ...(encode(row) as CsvRow),
      }));
      await out.write(encoded);
    };
    const { database, session } = erp;
    const options = { table, site, database, session, copiesOlder, now: Date.now(), onDifferences };
    const { countGoods, compareTable, compareView } = compareErp(options);
    const goods = await countGoods();
    const { ItemCount: items = 0, TableSizeBytes: bytes = 0 } = described;
    const units = bytes / 8_192 + goods;
    const dollars = ((units * dollarsPerMillion) / 1e6).toFixed(4);
    console.error(
      `Reads ${formatNumber(items)} items of the table, the ERP's ${formatNumber(goods)} goods, and its boxes with contents: about ${formatNumber(units)} read units, ${dollars} USD.`,
    );
    await showProgress("the table", items, compareTable, goods);
    await showProgress("the view", goods, compareView);
    await out.close();
    console.error(`${formatNumber(differences)} differences.`);
    process.exitCode = differences > 0 ? 1 : 0;
  });

await runCommandLine(program, 2);
