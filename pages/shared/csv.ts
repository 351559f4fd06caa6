import { stringify } from "csv-stringify/sync";

/** The start of text that a spreadsheet takes for a formula, also behind marks. */
const formulaStart = /^'*[=+\-@\t\r＝＋－＠]/;

/** Puts a mark before a formula, so that a spreadsheet shows its text and does not calculate it. */
const markFormula = (text: string): string => (formulaStart.test(text) ? `'${text}` : text);

/** Removes the mark. */
export const unmarkFormula = (text: string): string =>
  text.startsWith("'") && formulaStart.test(text) ? text.slice(1) : text;

/** Spreadsheets recognise UTF-8 by it. */
export const byteOrderMark = "\uFEFF";

/** A value under each heading; an object becomes JSON in its cell. */
export type CsvRow = Readonly<Record<string, unknown>>;

type CsvFormat = { readonly columns: readonly string[]; readonly delimiter?: string };

/** Lines of CSV, quoted where it is needed; `withHeader` puts the names of the columns before them. */
export const csvOf = (
  rows: readonly CsvRow[],
  { columns, delimiter = "," }: CsvFormat,
  withHeader = false,
): string => {
  const cells = rows.map((row) => columns.map((column) => row[column]));
  return stringify(withHeader ? [columns, ...cells] : cells, {
    delimiter,
    cast: { string: markFormula, boolean: String },
    // Quotes keep blanks at an end, and stop another separator from splitting a cell into a formula.
    quoted_match: /^\s|\s$|[,;\t]/,
  });
};
