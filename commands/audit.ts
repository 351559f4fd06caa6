import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { usageError } from "#infra/local/usage-error.ts";
import type { AuditSummary } from "#lib/audit/audit-table.ts";
import { progressOn } from "./audit/progress.ts";
import { jsonReport, tableReport } from "./audit/report.ts";
import { type OpenStore, openStore } from "./store/open-store.ts";
import { parsing, runCommand, storeHelp, storeOptions } from "./store/run-command.ts";

const help = `Reads the whole table and compares every counter with what it is counted from: boxed quantities and headrooms with the entries,
"located" with the locations, evidence with the operations, and each row's place in the index with the row. It also tells what the site's
rules make impossible: more boxed than a cap allows, and a category that the removal guard protects and that is not configured.

  npm run audit [-- options]

  --repair           with --yes puts right what is wrong, one transaction and one operation row for each goods, and audits again;
                     without --yes it says what it would do
  --yes              lets --repair write
  --segments <n>     read in so many parallel segments, 1 to 64 (default 4)
${storeHelp}

The service may run meanwhile: what moves is looked at again. After a site changed its cap rule, a ratio, its areas or its shards,
--repair --yes brings the table to the new rule; what was lawful under the old one and no longer is stays for a person to look at. It reads every item strongly consistent: on AWS that is paid for.
Exit status: 0 no difference, or none left; 1 a difference; 2 a wrong call, or an audit that could not be finished.
`;

const definitions = {
  ...storeOptions,
  repair: { type: "boolean", default: false },
  yes: { type: "boolean", default: false },
  segments: { type: "string", default: "4" },
} as const;

type Options = { readonly json: boolean; readonly segments: number; readonly repairAs?: string };

const segmentsFrom = (text: string): number => {
  const segments = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (segments >= 1 && segments <= 64) return segments;
  throw usageError(`--segments takes a whole number from 1 to 64, not "${text}".`);
};

const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a number without a name.
    return String(process.getuid?.() ?? "unknown");
  }
};

const auditOnce = async ({ site, items }: OpenStore, { json, segments, repairAs }: Options): Promise<AuditSummary> => {
  const { stdout, stderr } = process;
  const { auditTable } = await import("#lib/audit/audit-table.ts");
  const report = json || !stdout.isTTY ? jsonReport(site, stdout) : tableReport(site, stdout);
  const progress = progressOn(stderr, items);
  try {
    const summary = await auditTable(site, {
      segments,
      onRead: progress.at,
      onDifferences: report.add,
      repairAs,
    });
    progress.end();
    report.end(summary);
    return summary;
  } finally {
    progress.end();
  }
};

const total = ({ differences }: AuditSummary) => Object.values(differences).reduce((sum, count) => sum + count, 0);

const statusOf = (summary: AuditSummary): number => {
  if (total(summary) > 0) return 1;
  return summary.unsettled > 0 ? 2 : 0;
};

const audit = async (args: string[]): Promise<number> => {
  const { values } = parsing(() => parseArgs({ args, options: definitions }));
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  if (values.yes && !values.repair) throw usageError("--yes goes with --repair.");
  const options: Options = { json: values.json, segments: segmentsFrom(values.segments) };
  const store = await openStore(values);
  try {
    const writes = values.repair && values.yes;
    const summary = await auditOnce(store, writes ? { ...options, repairAs: userName() } : options);
    const found = total(summary);
    if (!values.repair || found === 0) return statusOf(summary);
    if (!values.yes) {
      console.error(`--repair would put ${summary.repairable} of ${found} differences right. Add --yes to do it; nothing was changed.`);
      return 1;
    }
    console.error(`Put ${summary.repaired} of ${found} differences right; auditing again.`);
    return statusOf(await auditOnce(store, options));
  } finally {
    await store.close();
  }
};

await runCommand("audit", 2, audit);
