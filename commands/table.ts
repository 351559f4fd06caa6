import { parseArgs } from "node:util";
import { usageError } from "#infra/local/usage-error.ts";
import { type OpenStore, openStore } from "./store/open-store.ts";
import { parsing, runCommand, storeHelp, storeOptions } from "./store/run-command.ts";
import { shapeFaults, tableSettings } from "./table/settings.ts";
import { refusalsOf } from "./table/words.ts";

/** What stands in the place of a name that was taken out. */
const nobody = "(removed)";

const help = `Looks whether a table fits a site's profile, readies a table for it, and takes a name out of it.

  npm run table -- check [options]    before a deployment: compares the profile with the answers that the table remembers and with
                                      every row of its index, and says what the profile would miss; it writes nothing
  npm run table -- settle [options]   after a deployment: switches on what the stack asks of a table (recovery to a point in time,
                                      protection from deletion, time to live), and lets the table remember the profile's answers
  npm run table -- forget <name> [--yes] [options]
                                      how many rows name a person or a device as who wrote them; with --yes each names
                                      "${nobody}" instead (docs/personal-data.md)

  --segments <n>     read in so many parallel segments, 1 to 64 (default 4)
${storeHelp}

Exit status: 0 it fits, or all is set; 1 it does not; 2 a wrong call, or a table that cannot be read.
`;

const definitions = {
  ...storeOptions,
  segments: { type: "string", default: "4" },
  yes: { type: "boolean", default: false },
} as const;

const check = async ({ site, endpoint, table }: OpenStore, segments: number, json: boolean): Promise<number> => {
  const { checkTable } = await import("#lib/audit/check-table.ts");
  const faults = await shapeFaults(endpoint, table);
  const found = faults.length > 0 ? undefined : await checkTable(site, segments);
  const refusals = [...faults, ...(found ? refusalsOf(found) : [])];
  if (json) process.stdout.write(`${JSON.stringify({ ...found, refusals })}\n`);
  else {
    for (const refusal of refusals) console.log(refusal);
    if (found?.rememberedAt === undefined) console.log("The table remembers no answers: only its rows were looked at.");
    if (found) console.log(`${found.rows} rows of the index read, ${found.waiting} of them in a shard that is read and no longer written.`);
    console.log(refusals.length > 0 ? "docs/change-a-site.md says what to do." : "The profile fits.");
  }
  return refusals.length > 0 ? 1 : 0;
};

const settle = async ({ site, endpoint, table }: OpenStore, json: boolean): Promise<number> => {
  const { rememberAnswers } = await import("#lib/audit/check-table.ts");
  const outcomes = await tableSettings(endpoint, table, true);
  await rememberAnswers(site, Date.now());
  for (const [name, outcome] of outcomes) {
    const told = typeof outcome === "string" ? outcome : `failed: ${outcome.failed}`;
    process.stdout.write(json ? `${JSON.stringify({ setting: name, outcome: told })}\n` : `${name}: ${told}\n`);
  }
  return [...outcomes.values()].every((outcome) => typeof outcome === "string") ? 0 : 1;
};

const forget = async (name: string, writes: boolean, segments: number): Promise<number> => {
  const { forgetName } = await import("#lib/audit/forget-name.ts");
  const { rows, changed } = await forgetName(name, writes ? nobody : undefined, segments);
  console.log(`${rows} rows name it${writes ? `; ${changed} of them no more` : ". Add --yes to take it out; nothing was changed"}.`);
  return writes && changed < rows ? 1 : 0;
};

const run = async (args: string[]): Promise<number> => {
  const { values, positionals } = parsing(() => parseArgs({ args, options: definitions, allowPositionals: true }));
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const [what, name, ...others] = positionals;
  const taken = what === "forget" ? name !== undefined : (what === "check" || what === "settle") && name === undefined;
  if (!taken || others.length > 0) throw usageError("It takes check, settle, or forget and a name.");
  const segments = /^\d{1,2}$/.test(values.segments) ? Number(values.segments) : 0;
  if (segments < 1 || segments > 64) throw usageError(`--segments takes a whole number from 1 to 64, not "${values.segments}".`);
  const store = await openStore(values);
  try {
    if (name !== undefined) return await forget(name, values.yes, segments);
    return what === "check" ? await check(store, segments, values.json) : await settle(store, values.json);
  } finally {
    await store.close();
  }
};

await runCommand("table", 2, run);
