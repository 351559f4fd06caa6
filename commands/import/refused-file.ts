import { extname } from "node:path";
import { writeAtomically } from "#infra/atomic-file.ts";
import { byteOrderMark, csvOf } from "../../frontend/pages/src/shared/csv.ts";
import { isSameHeading } from "../csv/cell-text.ts";
import type { CsvTable } from "../csv/read.ts";
import type { RefusedJob } from "./rehearse.ts";
import { contentOf, newRun, writeRunNote } from "./run-note.ts";

const reasonColumns = ["error_code", "message"];

/**
 * Writes the refused lines of a list next to it, with the reasons, and returns their number and the name of the file. A cell without a
 * heading stays without one, so that a line that is not corrected is refused again.
 */
export const writeRefusedLines = (
  file: string,
  { columns, delimiter }: CsvTable,
  refused: readonly RefusedJob[],
): { readonly count: number; readonly refusedFile: string } => {
  const refusedFile = `${file.slice(0, file.length - extname(file).length)}.refused.csv`;
  const lines = refused
    .flatMap(({ job, refusal }) => job.lines.map((line) => ({ ...line, refusal })))
    .toSorted((one, other) => one.line - other.line);
  if (lines.length === 0) return { count: 0, refusedFile };
  const isReason = (heading: string) =>
    reasonColumns.some((reason) => isSameHeading(heading, reason));
  const named = [...columns.filter((heading) => !isReason(heading)), ...reasonColumns];
  const rows = lines.map(({ cells, refusal: { error_code, message } }) => ({
    ...cells,
    ...{ error_code, message },
  }));
  const hasExtra = lines.some(({ extra }) => extra !== undefined);
  const withExtra = rows.map((row, index) => ({ ...row, "": lines[index]?.extra ?? "" }));
  const table = hasExtra
    ? csvOf(withExtra, { columns: [...named, ""], delimiter }, true)
    : csvOf(rows, { columns: named, delimiter }, true);
  writeAtomically(refusedFile, byteOrderMark + table);
  // Give the refused lines their own run. Otherwise, a list that is corrected like an earlier one would count as imported.
  writeRunNote(`${refusedFile}.run`, { run: newRun(), content: contentOf(named, rows) });
  return { count: lines.length, refusedFile };
};
