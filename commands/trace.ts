import { usageError } from "#infra/usage-error.ts";
import { deadlineWithin, type OperationSubject } from "#lib/domain/operation.ts";
import { BoxNo, Zongpai } from "#lib/domain/value.ts";
import { readHistory } from "#lib/store/history.ts";
import { runCommandLine } from "./cli/command.ts";
import { openStore } from "./store/open-store.ts";
import { jsonLines, storeCommand } from "./store/store-command.ts";
import { linesOf } from "./trace/trace-lines.ts";
import { tableOf } from "./trace/trace-table.ts";

/** The time limit for reading a history. */
const historyTimeoutMs = 60_000;

const program = storeCommand(
  "trace",
  "Prints every operation on goods, or on the place of a box, in the order of the history: who, when, what, from where to where. A replay is not a separate operation.",
  `A late scan, which arrived after a newer one and changed nothing, is at the instant of its arrival, with the instant of the scan next to it.

Exit status: 0 printed, also for goods without history; 1 the table cannot be read; 2 a wrong call.`,
)
  .option(...jsonLines)
  .argument("<code>", "the zongpai of the goods, or a box number for its places")
  .action(async (code, { json, ...choice }) => {
    const store = await openStore(choice);
    const { site, address, table } = store;
    const readHistoryOf = (subject: OperationSubject) =>
      readHistory(table, subject, deadlineWithin(historyTimeoutMs));
    const ofGoods = await readHistoryOf({ zongpai: code });
    const operations = ofGoods.length > 0 ? ofGoods : await readHistoryOf({ box_no: code });
    const lines = linesOf(operations, site);
    // Goods outlive a change of the site's format, so a code that does not match is a typing error only if it has no history.
    const isCode = [Zongpai, BoxNo].some((format) => format(site).safeParse(code).success);
    if (lines.length === 0 && !isCode)
      throw usageError(`"${code}" is not a zongpai: it ${site.formats.zongpai.accepts}.`);
    // Print to stderr, so that standard output has only JSON lines.
    if (lines.length === 0)
      console.error(`Nothing was recorded on ${code} in ${table.name} on ${address}.`);
    else if (json || !process.stdout.isTTY)
      for (const line of lines) console.log(JSON.stringify(line));
    else console.log(tableOf(lines));
  });

await runCommandLine(program);
