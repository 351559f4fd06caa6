import { usageError } from "#infra/usage-error.ts";
import { deadlineWithin, type OperationSubject } from "#lib/domain/operation.ts";
import { BoxNo, Zongpai } from "#lib/domain/value.ts";
import { readHistory } from "#lib/store/history.ts";
import { runCommandLine } from "./cli/command.ts";
import { openStore } from "./store/open-store.ts";
import { jsonLines, storeCommand } from "./store/store-command.ts";
import { linesOf } from "./trace/trace-lines.ts";
import { tableOf } from "./trace/trace-table.ts";

/** Milliseconds that reading one history may take. */
const historyTimeoutMs = 60_000;

const program = storeCommand(
  "trace",
  "Prints every operation on goods, or on a box by itself, in the order of history: who, when, what, from where to where. A replay is no operation of its own.",
  `A scan that arrived after a newer one shows as late, at its arrival, with the instant of the scan beside it: it changed nothing.

Exit status: 0 also for goods without history; 2 for a wrong call; 1 when the store cannot be read.`,
)
  .option(...jsonLines)
  .argument("<code>", "the goods, or a box: its places")
  .action(async (code, { json, ...choice }) => {
    const store = await openStore(choice);
    const { site, where, table } = store;
    const history = async (of: OperationSubject) =>
      readHistory(table, of, deadlineWithin(historyTimeoutMs));
    const ofGoods = await history({ zongpai: code });
    const lines = linesOf(ofGoods.length > 0 ? ofGoods : await history({ box_no: code }), site);
    // Goods outlive the site's format: only what nothing was recorded on may be a slip of the hand.
    const known = [Zongpai, BoxNo].some((of) => of(site).safeParse(code).success);
    if (lines.length === 0 && !known)
      throw usageError(`"${code}" is no zongpai: it ${site.formats.zongpai.accepts}.`);
    // On stderr, so that JSON lines stay JSON lines.
    if (lines.length === 0)
      console.error(`Nothing was recorded on ${code} in ${table.name} on ${where}.`);
    else if (json || !process.stdout.isTTY)
      for (const line of lines) console.log(JSON.stringify(line));
    else console.log(tableOf(lines));
  });

await runCommandLine(program);
