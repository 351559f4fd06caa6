import { stringify } from "csv-stringify/sync";

/** The start of a text that a spreadsheet would run as a formula, also after apostrophes. */
const formulaStart = /^'*[=+\-@\t\r＝＋－＠]/;

/** Puts an apostrophe before a formula, so that a spreadsheet shows its text and does not run it. */
const markFormula = (text: string): string => (formulaStart.test(text) ? `'${text}` : text);

/** Removes the apostrophe before a formula. */
export const unmarkFormula = (text: string): string =>
  text.startsWith("'") && formulaStart.test(text) ? text.slice(1) : text;

/** Makes spreadsheets read the file as UTF-8. */
export const byteOrderMark = "\uFEFF";

/** A value for each column. An object becomes JSON in its cell. */
export type CsvRow = Readonly<Record<string, unknown>>;

type CsvFormat = { readonly columns: readonly string[]; readonly delimiter?: string };

/** Writes rows as CSV, with quotes where they are needed. `withHeader` adds the column names as the first line. */
export const csvOf = (
  rows: readonly CsvRow[],
  { columns, delimiter = "," }: CsvFormat,
  withHeader = false,
): string => {
  const cells = rows.map((row) => columns.map((column) => row[column]));
  return stringify(withHeader ? [columns, ...cells] : cells, {
    delimiter,
    cast: { string: markFormula, boolean: String },
    // Quotes keep spaces at the ends, and keep a different separator from splitting a cell into a formula.
    quoted_match: /^\s|\s$|[,;\t]/,
  });
};
