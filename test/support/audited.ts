import { deadlineWithin, type OperationSubject } from "#lib/domain/operation.ts";
import type { Site } from "#lib/site/schema.ts";
import { readHistory } from "#lib/store/history.ts";
import {
  type AuditOptions,
  type AuditSummary,
  auditTable,
} from "../../commands/audit/audit-table.ts";
import type { AttributeDifference } from "../../commands/audit/counter-faults.ts";
import { linesOf } from "../../commands/trace/trace-lines.ts";
import { site } from "./site.ts";
import { table } from "./table.ts";

type Audited = {
  readonly differences: readonly AttributeDifference[];
  readonly summary: AuditSummary;
};

/** Audits the table of this test file by this site's rules, or by another's. */
export const audited = async (
  options: Partial<AuditOptions> = {},
  rules: Site = site,
): Promise<Audited> => {
  const differences: AttributeDifference[] = [];
  const summary = await auditTable(table, rules, {
    segments: 3,
    onDifferences: (found) => differences.push(...found),
    ...options,
  });
  return { differences, summary };
};

/** The history lines of goods, or of a box by itself. */
export const traced = async (of: OperationSubject) =>
  linesOf(await readHistory(table, of, deadlineWithin(10_000)), site);
