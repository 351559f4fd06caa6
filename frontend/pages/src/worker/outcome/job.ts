import { isSameJob, type ScanRow } from "./rows.ts";

/** The rows of the same job, newest first; none for a row without a job. */
export const jobRowsOf = ({ entry }: ScanRow, rows: readonly ScanRow[]): ScanRow[] =>
  rows.filter((one) => isSameJob(one.entry, entry));

/** The numbers of a job's scans that wait, had moved, and were refused. The other scans are recorded, and may no longer be listed. */
export const jobSumsOf = (row: ScanRow, rows: readonly ScanRow[]) => {
  const outcomes = jobRowsOf(row, rows).map(({ outcome }) => outcome);
  const count = (outcome: ScanRow["outcome"]) => outcomes.filter((one) => one === outcome).length;
  return { kept: count("kept"), moved: count("superseded"), refused: count("refused") };
};
