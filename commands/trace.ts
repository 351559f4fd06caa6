import { parseArgs } from "node:util";
import { usageError } from "#infra/local/usage-error.ts";
import { Zongpai } from "#lib/domain/value.ts";
import { openStore } from "./store/open-store.ts";
import { parsing, runCommand, storeHelp, storeOptions } from "./store/run-command.ts";
import { linesOf } from "./trace/lines.ts";
import { tableOf } from "./trace/table.ts";

const help = `Prints every operation on goods in order of arrival: who, when, what, from where to where. A replay is no operation of its own.

  npm run trace -- <zongpai> [options]

${storeHelp}

A scan that arrived after a newer one shows as late, at its arrival, with the instant of the scan beside it: it changed nothing.
Exit status: 0 also for goods without history; 2 for a wrong call; 1 when the store cannot be read.
`;

/** Milliseconds that reading one history may take. */
const patience = 60_000;

const trace = async (args: string[]): Promise<number> => {
  const { values, positionals } = parsing(() => parseArgs({ args, options: storeOptions, allowPositionals: true }));
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const [zongpai, ...others] = positionals;
  if (zongpai === undefined || others.length > 0) throw usageError("It takes one zongpai.");
  const store = await openStore(values);
  try {
    const { site, where, table } = store;
    const { historyOf } = await import("#lib/store/history.ts");
    const end = Date.now() + patience;
    const lines = linesOf(await historyOf(zongpai, { left: () => end - Date.now() }), site);
    // Goods outlive the site's format: only what nothing was recorded on may be a slip of the hand.
    if (lines.length === 0 && !Zongpai(site).safeParse(zongpai).success)
      throw usageError(`"${zongpai}" is no zongpai: it ${site.formats.zongpai.accepts}.`);
    const { stdout } = process;
    // On stderr, so that JSON lines stay JSON lines.
    if (lines.length === 0) console.error(`Nothing was recorded on ${zongpai} in ${table} on ${where}.`);
    else
      stdout.write(
        values.json || !stdout.isTTY ? lines.map((line) => `${JSON.stringify(line)}\n`).join("") : `${tableOf(lines, stdout)}\n`,
      );
    return 0;
  } finally {
    await store.close();
  }
};

await runCommand("trace", 1, trace);
