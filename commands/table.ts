import { ensureTableStream } from "#infra/table-stream.ts";
import { runCommandLine, wholeNumberParser } from "./cli/command.ts";
import { type OpenStore, openStore } from "./store/open-store.ts";
import { storeCommand } from "./store/store-command.ts";
import { checkTable, rememberAnswers } from "./table/check-table.ts";
import { forgetName } from "./table/forget-name.ts";
import { applyTableSettings, shapeFaults } from "./table/settings.ts";
import { notesOf, refusalsOf } from "./table/table-sentences.ts";

/** What stands in the place of a name that was taken out. */
const removedName = "(removed)";

/** Each gives whether all is as it should be. */
const checkProfile = async ({ site, table, described }: OpenStore, segments: number) => {
  const faults = shapeFaults(described);
  const found = faults.length > 0 ? undefined : await checkTable(table, site, segments);
  const refusals = [...faults, ...(found ? refusalsOf(found) : [])];
  for (const line of [...refusals, ...(found ? notesOf(found) : [])]) console.log(line);
  if (found?.rememberedAt === undefined)
    console.log("The table remembers no answers: only its rows were read.");
  if (found) console.log(`${found.rows} rows of the index read.`);
  console.log(refusals.length > 0 ? "docs/change-a-site.md says what to do." : "The profile fits.");
  return refusals.length === 0;
};

const applyProfile = async ({ site, table }: OpenStore) => {
  const outcomes = await applyTableSettings(table);
  await rememberAnswers(table, site, Date.now());
  for (const { setting, outcome } of outcomes) console.log(`${setting}: ${outcome}`);
  return outcomes.every(({ failed }) => !failed);
};

const printStream = async ({ table }: OpenStore) => {
  console.log(await ensureTableStream(table.name, table.endpoint));
  return true;
};

const forgetCaller = async (
  { table }: OpenStore,
  name: string,
  writes: boolean,
  segments: number,
) => {
  const { rows, changed } = await forgetName(
    table,
    name,
    writes ? removedName : undefined,
    segments,
  );
  console.log(
    `${rows} rows name it${writes ? `; ${changed} of them no more` : ". Add --yes to take it out; nothing was changed"}.`,
  );
  return !writes || changed === rows;
};

const program = storeCommand(
  "table",
  "Looks whether a table fits a site's profile, readies a table for it, and takes a name out of it.",
  `check            before a deployment: compares the profile with the answers that the table remembers and with its index; writes nothing
apply            after a deployment: sets recovery to a point in time, protection from deletion and time to live, and lets the table
                 remember the profile's answers
stream           switches the table's stream on, from which changes are sent, and prints its ARN (docs/restore.md)
forget <name>    counts the rows that name who wrote them so; with --yes each has "${removedName}" instead (docs/personal-data.md)

Exit status: 0 it fits, or all is set; 1 it does not; 2 a wrong call, or a table that cannot be read.`,
)
  .argument("<what>", "check, apply, stream or forget")
  .argument("[name]", "of forget, what is to be forgotten")
  .option("--yes", "lets forget write")
  .option("--segments <n>", "parallel segments, 1 to 64", wholeNumberParser(1, 64), 4)
  .action(async (what, name, { yes, segments, ...choice }) => {
    const named = what === "forget";
    const verb = { check: checkProfile, apply: applyProfile, stream: printStream }[what];
    if (!(verb || named) || named !== (name !== undefined))
      program.error("It takes check, apply, stream, or forget and a name.");
    const store = await openStore(choice);
    const done = verb?.(store, segments) ?? forgetCaller(store, name ?? "", yes === true, segments);
    process.exitCode = (await done) ? 0 : 1;
  });

await runCommandLine(program, 2);
