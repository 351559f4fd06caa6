import { isSameJob, type ScanRow } from "./rows.ts";

/** The rows of a row's job, newest first; of a row by itself none. */
export const jobRowsOf = ({ entry }: ScanRow, rows: readonly ScanRow[]): ScanRow[] =>
  rows.filter((one) => isSameJob(one.entry, entry));

/** How many of a job wait, had moved and were refused. All others are recorded, and perhaps not listed any more. */
export const jobSumsOf = (row: ScanRow, rows: readonly ScanRow[]) => {
  const outcomes = jobRowsOf(row, rows).map(({ outcome }) => outcome);
  const count = (outcome: ScanRow["outcome"]) => outcomes.filter((one) => one === outcome).length;
  return { kept: count("kept"), moved: count("superseded"), refused: count("refused") };
};
