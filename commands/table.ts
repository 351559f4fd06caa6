import { ensureTableStream } from "#infra/table-stream.ts";
import type { Table } from "#lib/store/client.ts";
import { forEachConcurrently } from "./audit/for-each-concurrently.ts";
import { keyOfRow } from "./audit/row-of-key.ts";
import { scanTable } from "./audit/scan-table.ts";
import { setAttributes } from "./audit/set-attributes.ts";
import { runCommandLine, wholeNumberParser } from "./cli/command.ts";
import { type OpenStore, openStore } from "./store/open-store.ts";
import { storeCommand } from "./store/store-command.ts";
import { checkTable, rememberAnswers } from "./table/check-table.ts";
import { applyTableSettings, shapeFaults } from "./table/settings.ts";
import { notesOf, otherSiteNote, refusalsOf } from "./table/table-sentences.ts";

/** The text that replaces a removed name. */
const removedName = "(removed)";

/** Prints whether a profile fits the table. Like every action, it returns whether it succeeded. */
const checkProfile = async (
  { site, table, described }: OpenStore,
  segments: number,
  sameSite: boolean,
) => {
  const faults = shapeFaults(described);
  const tableCheck = faults.length > 0 ? undefined : await checkTable(table, site, segments);
  const otherSite = tableCheck ? otherSiteNote(tableCheck) : [];
  const refusals = [
    ...(tableCheck ? refusalsOf(tableCheck) : faults),
    ...(sameSite ? otherSite : []),
  ];
  const notes = [...(tableCheck ? notesOf(tableCheck) : []), ...(sameSite ? [] : otherSite)];
  for (const line of [...refusals, ...notes]) console.log(line);
  if (tableCheck?.rememberedAt === undefined)
    console.log("The table remembers no answers, so only its rows were checked.");
  if (tableCheck) console.log(`${tableCheck.rows} rows of the index read.`);
  console.log(
    refusals.length > 0 ? "See docs/change-a-site.md for what to do." : "The profile fits.",
  );
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

const actions = { check: checkProfile, apply: applyProfile, stream: printStream };

/** The number of rows that are changed at the same time, in each segment. */
const changesPerSegment = 16;

/**
 * Finds every row with the name of a person or device. A `replacement` replaces the name. The history of the goods stays.
 * @returns how many rows have the name, and how many were changed
 */
const forgetName = async (
  table: Table,
  name: string,
  replacement: string | undefined,
  segments: number,
): Promise<{ rows: number; changed: number }> => {
  const counts = { rows: 0, changed: 0 };
  await scanTable(table, segments, async (rows) => {
    const rowsWithName = rows.filter(({ who }) => who === name);
    counts.rows += rowsWithName.length;
    if (replacement === undefined) return;
    await forEachConcurrently(rowsWithName, changesPerSegment, async (row) => {
      const correction = { attribute: "who", found: name, expected: replacement };
      if (await setAttributes(table, keyOfRow(row), [correction])) counts.changed += 1;
    });
  });
  return counts;
};

const forgetCaller = async (
  { table }: OpenStore,
  name: string,
  mayWrite: boolean,
  segments: number,
) => {
  const replacement = mayWrite ? removedName : undefined;
  const { rows, changed } = await forgetName(table, name, replacement, segments);
  const result = mayWrite
    ? `; it was removed from ${changed} of them`
    : ". Nothing was changed; add --yes to remove it";
  console.log(`${rows} rows have this name${result}.`);
  return !mayWrite || changed === rows;
};

const program = storeCommand(
  "table",
  "Checks whether a table fits a site profile, prepares a table for it, and removes a person's name from it.",
  `check            before a deployment: compares the profile with the answers, names and paths that the table remembers, and with its
                 index; writes nothing
apply            after a deployment: sets recovery to a point in time, protection from deletion and time to live, and stores the
                 profile's answers, names and paths in the table
stream           switches on the table's stream, from which changes are sent, and prints its ARN (docs/restore.md)
forget <name>    counts the rows with this person's name; with --yes it replaces the name by "${removedName}" (docs/operations.md)

Exit status: 0 the table fits, or all is set; 1 it does not fit; 2 a wrong call, or a table that cannot be read.`,
)
  .argument("<what>", "check, apply, stream or forget")
  .argument("[name]", "for forget: the name to remove")
  .option("--yes", "allow forget to write")
  .option("--same-site", "for check: refuse a table that another site wrote, as deploy --yes does")
  .option("--segments <n>", "parallel segments, 1 to 64", wholeNumberParser(1, 64), 4)
  .action(async (what, name, { yes, sameSite, segments, ...choice }) => {
    const isForget = what === "forget";
    const action = Object.hasOwn(actions, what) ? actions[what as keyof typeof actions] : undefined;
    if (!(action || isForget) || isForget !== (name !== undefined))
      program.error("It takes check, apply, stream, or forget and a name.");
    const store = await openStore(choice);
    const isWell = action
      ? await action(store, segments, sameSite === true)
      : await forgetCaller(store, name ?? "", yes === true, segments);
    process.exitCode = isWell ? 0 : 1;
  });

await runCommandLine(program, 2);
