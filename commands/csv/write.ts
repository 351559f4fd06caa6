import { once } from "node:events";
import { openAtomically } from "#infra/atomic-file.ts";
import { usageError } from "#infra/usage-error.ts";
import { byteOrderMark, type CsvRow, csvOf } from "../../frontend/pages/src/shared/csv.ts";

const createFile = (file: string) => {
  try {
    return openAtomically(file, { isNew: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw usageError(
      code === "EEXIST"
        ? `${file} exists already: name a new file.`
        : `${file} cannot be written: ${message}`,
    );
  }
};

/** A number with exactly three decimals gets a zero behind them. Otherwise, `npm run import` would refuse it: it may be thousands. */
const unambiguous = (value: unknown): unknown =>
  typeof value === "number" && /\.\d{3}$/.test(String(value)) ? `${value}0` : value;

const unambiguousRow = (row: CsvRow, columns: readonly string[]): CsvRow =>
  Object.fromEntries(columns.map((column) => [column, unambiguous(row[column])]));

/**
 * Opens a writer for rows: CSV, or JSON lines if there are no columns. It writes to standard output or to a new file, which is empty until
 * `close`. `write` waits for a slow reader, and supports one call at a time.
 * @throws UsageError if the file cannot be written
 */
export const openRowWriter = async (file: string | undefined, columns?: readonly string[]) => {
  const target = file === undefined ? undefined : createFile(file);
  const writeText = async (text: string) => {
    if (target) target.append(text);
    else if (!process.stdout.write(text)) await once(process.stdout, "drain");
  };
  if (columns) await writeText((target ? byteOrderMark : "") + csvOf([], { columns }, true));
  return {
    write: (rows: readonly CsvRow[]) => {
      const jsonLines = () => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
      if (!columns) return writeText(jsonLines());
      const unambiguousRows = rows.map((row) => unambiguousRow(row, columns));
      return writeText(csvOf(unambiguousRows, { columns }));
    },
    close: () => target?.commit(),
  };
};
