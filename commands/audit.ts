import { userInfo } from "node:os";
import { type AuditSummary, auditTable } from "./audit/audit-table.ts";
import { createReport } from "./audit/report.ts";
import { runCommandLine, wholeNumberParser } from "./cli/command.ts";
import { type OpenStore, openStore } from "./store/open-store.ts";
import { jsonLines, storeCommand } from "./store/store-command.ts";
import { rememberedAnswers } from "./table/check-table.ts";
import { differingAnswers } from "./table/remembered-answers.ts";
import { repairRefusal } from "./table/table-sentences.ts";

type AuditCommandOptions = { readonly json: boolean; readonly segments: number };

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
  { json, segments }: AuditCommandOptions,
  repairAs?: string,
): Promise<AuditSummary> => {
  const report = createReport(site, json);
  const summary = await auditTable(table, site, {
    segments,
    itemEstimate: described.ItemCount ?? 0,
    onDifferences: report.add,
    repairAs,
  });
  report.end(summary);
  return summary;
};

/**
 * Goods that are repaired by rules which the deployed functions do not have would be hidden from them.
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

const program = storeCommand(
  "audit",
  `Compares every counter of the table with the rows that it counts, and each row's place in the index with the row. It also reports
what the site's rules forbid: more boxed than a cap allows, and a category that the removal guard protects and that is not configured.`,
  `The service may run meanwhile: what changes is looked at again. After a site changed its cap rule, a ratio or its areas,
--repair --yes brings the table to the new rule (docs/change-a-site.md); what only the old one allowed is for a person to look at.
--repair refuses a profile whose answers are not those that the table remembers.

Exit status: 0 no difference, or none left; 1 a difference; 2 a wrong call, or an audit that could not be finished.`,
)
  .option(...jsonLines)
  .option("--repair", "say what a repair would do; with --yes do it, and audit again")
  .option("--yes", "lets --repair write")
  .option(
    "--segments <n>",
    "parallel segments, 1 to 64; eight times as many goods are compared at once",
    wholeNumberParser(1, 64),
    4,
  )
  .action(async ({ repair, yes, json, segments, ...choice }) => {
    if (yes && !repair) program.error("--yes goes with --repair.");
    const options = { json: json ?? !process.stdout.isTTY, segments };
    const store = await openStore(choice);
    if (repair) await refuseOtherProfile(store);
    const repairAs = repair && yes ? userName() : undefined;
    const summary = await auditOnce(store, options, repairAs);
    const found = countDifferences(summary);
    process.exitCode = exitStatusOf(summary);
    if (!repair || found === 0) return;
    if (!yes)
      console.error(
        `--repair would put ${summary.repairable} of ${found} differences right. Add --yes to do it; nothing was changed.`,
      );
    else {
      console.error(`Put ${summary.repaired} of ${found} differences right; auditing again.`);
      process.exitCode = exitStatusOf(await auditOnce(store, options));
    }
  });

await runCommandLine(program, 2);
