import { userInfo } from "node:os";
import { type AuditSummary, auditTable } from "./audit/audit-table.ts";
import { createReport } from "./audit/report.ts";
import { runCommandLine, wholeNumberParser } from "./cli/command.ts";
import { type OpenStore, openStore } from "./store/open-store.ts";
import { jsonLines, storeCommand } from "./store/store-command.ts";
import { rememberedAnswers } from "./table/check-table.ts";
import { differingAnswers } from "./table/remembered-answers.ts";
import { repairRefusal } from "./table/table-sentences.ts";

type AuditCommandOptions = {
  readonly json: boolean;
  readonly segments: number;
  readonly names?: boolean | undefined;
};

const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no name.
    return String(process.getuid?.() ?? "unknown");
  }
};

const auditOnce = async (
  { site, table, described }: OpenStore,
  { json, segments, names }: AuditCommandOptions,
  repairAs?: string,
): Promise<AuditSummary> => {
  const report = createReport(site, json);
  const summary = await auditTable(table, site, {
    segments,
    itemEstimate: described.ItemCount ?? 0,
    onDifferences: report.add,
    repairAs,
    names,
  });
  report.end(summary);
  return summary;
};

/**
 * Refuses a repair with a profile that the table does not remember. The deployed functions may lack its rules, and would not find the
 * repaired goods.
 * @throws Error that names each answer that differs
 */
const refuseOtherProfile = async ({ site, table }: OpenStore): Promise<void> => {
  const remembered = await rememberedAnswers(table);
  const differing = differingAnswers(remembered?.answers ?? {}, site);
  if (differing.length > 0) throw new Error(repairRefusal(differing));
};

const countDifferences = ({ differences }: AuditSummary) =>
  Object.values(differences).reduce((sum, count) => sum + count, 0);

const exitStatusOf = (summary: AuditSummary): number => {
  if (countDifferences(summary) > 0) return 1;
  return summary.changing > 0 ? 2 : 0;
};

const sentenceOfNames = (
  { lacked, added }: NonNullable<AuditSummary["names"]>,
  yes: boolean | undefined,
): string =>
  yes
    ? `Added the name of the product to ${added} of ${lacked} items in boxes that had none.`
    : `--names would add the name of the product to ${lacked} items in boxes. Nothing was changed; add --yes to add them.`;

const program = storeCommand(
  "audit",
  `Compares every counter of the table with the rows that it counts, and each row with its place in the index. It also reports data that
the site's rules forbid: more boxed than a cap allows, and a protected category that is not configured.`,
  `The service can run meanwhile: the audit reads goods again that look wrong or have changed. After the site has changed its cap rule, a ratio or its areas,
--repair --yes adapts the table to the new rule (docs/change-a-site.md). A person must look at data that only the old rule allowed.
--repair refuses a profile whose answers differ from those that the table remembers. An item without the name of its product is no
difference: only --names looks for it.

Exit status: 0 no difference, or none left; 1 a difference; 2 a wrong call, or the audit could not be finished.`,
)
  .option(...jsonLines)
  .option("--repair", "show what a repair would do; with --yes, repair and audit again")
  .option(
    "--names",
    "with --repair, also give items in boxes the product's name that their goods have",
  )
  .option("--yes", "allow --repair to write")
  .option(
    "--segments <n>",
    "parallel segments, 1 to 64; each reads eight goods at once again",
    wholeNumberParser(1, 64),
    4,
  )
  .action(async ({ repair, names, yes, json, segments, ...choice }) => {
    if (yes && !repair) program.error("--yes goes with --repair.");
    if (names && !repair) program.error("--names goes with --repair.");
    const options = { json: json ?? !process.stdout.isTTY, segments, names };
    const store = await openStore(choice);
    if (repair) await refuseOtherProfile(store);
    const repairAs = repair && yes ? userName() : undefined;
    const summary = await auditOnce(store, options, repairAs);
    const found = countDifferences(summary);
    process.exitCode = exitStatusOf(summary);
    if (summary.names) console.error(sentenceOfNames(summary.names, yes));
    if (!repair || found === 0) return;
    if (!yes)
      console.error(
        `--repair would correct ${summary.repairable} of ${found} differences. Nothing was changed; add --yes to correct them.`,
      );
    else {
      console.error(`Corrected ${summary.repaired} of ${found} differences; auditing again.`);
      process.exitCode = exitStatusOf(await auditOnce(store, options));
    }
  });

await runCommandLine(program, 2);
