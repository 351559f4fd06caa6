import { stringify } from "csv-stringify/sync";

/** What a spreadsheet would take for a formula, also behind marks. */
const formulaStart = /^'*[=+\-@\t\r＝＋－＠]/;

/** Text that a spreadsheet shows as it is: with a mark before what it would calculate. */
const markFormula = (text: string): string => (formulaStart.test(text) ? `'${text}` : text);

/** Takes the mark back. */
export const unmarkFormula = (text: string): string =>
  text.startsWith("'") && formulaStart.test(text) ? text.slice(1) : text;

/** By it spreadsheets know UTF-8. */
export const byteOrderMark = "\uFEFF";

/** A value under each heading; an object becomes JSON in its cell. */
export type CsvRow = Readonly<Record<string, unknown>>;

type CsvFormat = { readonly columns: readonly string[]; readonly delimiter?: string };

/** Lines of CSV, quoted where it is needed; `head` puts the headings before them. */
export const csvOf = (
  rows: readonly CsvRow[],
  { columns, delimiter = "," }: CsvFormat,
  head = false,
): string => {
  const cells = rows.map((row) => columns.map((column) => row[column]));
  return stringify(head ? [columns, ...cells] : cells, {
    delimiter,
    cast: { string: markFormula, boolean: String },
    // Blanks at an end stay, and a file that is opened with another separator does not split the cell into a formula.
    quoted_match: /^\s|\s$|[,;\t]/,
  });
};
