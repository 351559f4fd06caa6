import { Argument } from "@commander-js/extra-typings";
import type { TableItem } from "#lib/store/expression.ts";
import { runCommandLine } from "./cli/command.ts";
import { parseInstant } from "./cli/instant.ts";
import { showProgress } from "./cli/output.ts";
import { openRowWriter } from "./csv/write.ts";
import { exportKinds, linesOfKind } from "./export/export-kinds.ts";
import { readRowsOfKind, rowsToRead } from "./export/read-rows.ts";
import { openStore } from "./store/open-store.ts";
import { jsonLines, storeCommand } from "./store/store-command.ts";

const program = storeCommand(
  "export",
  "Writes the data of the table as CSV or JSON lines, with the site's names.",
  `places       where goods, attachments and boxes are, with the instant of the scan
boxes        their contents
attachments  configured categories, their boxed quantity and evidence
history      every operation, with the state before it if the operation knows it
refusals     the kept refusals, if the site lists them

Places and refusals cost only their own rows; each other kind reads the whole table once. The lines are in no particular order. The service
can run meanwhile: a place or a refusal of the last moments may be missing. In CSV, a ' comes before a text that a spreadsheet would read as
a formula; npm run import removes it.

Exit status: 0 written; 1 the table cannot be read; 2 a wrong call.`,
)
  .option(...jsonLines)
  .addArgument(new Argument("<kind>").choices(exportKinds))
  .argument("[file]", "a new file, instead of standard output")
  .option(
    "--since <instant>",
    "leave out lines scanned or recorded before this instant; a day begins at midnight UTC",
    parseInstant,
  )
  .option("--until <instant>", "leave out lines of this instant or later", parseInstant)
  .action(async (kind, file, { json, since = 0, until = Number.POSITIVE_INFINITY, ...choice }) => {
    if (kind === "attachments" && (since > 0 || Number.isFinite(until)))
      program.error("Configurations have no instant.");
    const store = await openStore(choice);
    const { site, table, described } = store;
    const { columns, linesIn } = linesOfKind(kind, site);
    const out = await openRowWriter(file, json ? undefined : columns);
    let lineCount = 0;
    const isInSpan = ({ at }: TableItem) =>
      at === undefined || (Number(at) >= since && Number(at) < until);
    await showProgress("reading", rowsToRead(kind, described.ItemCount ?? 0), (advance) => {
      const writeRows = async (rows: readonly TableItem[], read: number) => {
        const linesOfPage = rows.filter(isInSpan).flatMap(linesIn);
        lineCount += linesOfPage.length;
        await out.write(linesOfPage);
        advance(read);
      };
      return readRowsOfKind(table, kind, writeRows);
    });
    await out.close();
    console.error(`${lineCount} lines.`);
  });

await runCommandLine(program);
