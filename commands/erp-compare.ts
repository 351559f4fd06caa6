import { wireOf } from "#lib/http/wire.ts";
import type { CsvRow } from "../pages/shared/csv.ts";
import { numberParser, runCommandLine } from "./cli/command.ts";
import { formatNumber, showProgress } from "./cli/output.ts";
import { openRowWriter } from "./csv/write.ts";
import { listPrices } from "./docs/cost/prices.ts";
import { connectErp, erpFileOf } from "./erp-check/check-erp.ts";
import { compareErp } from "./erp-compare/compare-erp.ts";
import { openStore } from "./store/open-store.ts";
import { jsonLines, storeCommand } from "./store/store-command.ts";

/** Milliseconds that a page of a view may take: it may have to be sorted. */
const pageLimit = { statementTimeout: 60_000 };
/** US dollars for a million read units. */
const dollarsPerMillion = listPrices.readUnit.usd;

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
  .option("--copies-older <days>", "than so many days", numberParser(0, 36_500), 30)
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
    const compare = compareErp({
      ...{ table, site, ...erp, copiesOlder, now: Date.now() },
      found: async (rows) => {
        differences += rows.length;
        await out.write(
          rows.map(({ difference, ...row }) => ({ difference, ...(encode(row) as CsvRow) })),
        );
      },
    });
    const goods = await compare.count();
    const { ItemCount: items = 0, TableSizeBytes: bytes = 0 } = described;
    const units = bytes / 8_192 + goods;
    console.error(
      `Reads ${formatNumber(items)} items of the table, the ERP's ${formatNumber(goods)} goods, and of its boxes those with something in them: about ${formatNumber(units)} read units, ${((units * dollarsPerMillion) / 1e6).toFixed(4)} USD.`,
    );
    await showProgress("the table", items, compare.table, goods);
    await showProgress("the view", goods, compare.view);
    await out.close();
    console.error(`${formatNumber(differences)} differences.`);
    process.exitCode = differences > 0 ? 1 : 0;
  });

await runCommandLine(program, 2);
