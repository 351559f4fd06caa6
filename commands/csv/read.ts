import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { usageError } from "#infra/usage-error.ts";
import { unmarkFormula } from "../../frontend/pages/src/shared/csv.ts";

/** A line of a file: its number, and its cells by their headings. */
export type CsvLine = { readonly line: number; readonly cells: Readonly<Record<string, string>> };

/** The encoding of a file. UTF-16 starts with a byte order mark, or has a zero in every other byte of its first heading. */
const encodingOf = ([byte0, byte1]: Uint8Array): string => {
  if ((byte0 === 0xff && byte1 === 0xfe) || byte1 === 0) return "utf-16le";
  return (byte0 === 0xfe && byte1 === 0xff) || byte0 === 0 ? "utf-16be" : "utf-8";
};

/** The most frequent of comma, semicolon and tab in the headings. */
const delimiterOf = (text: string): string => {
  const [headings = ""] = text.split(/[\r\n]/, 1);
  const count = (mark: string) => headings.split(mark).length;
  return [",", ";", "\t"].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
};

/**
 * Reads a CSV file as spreadsheets save it. Headings come first. The separator is a comma, a semicolon or a tab, the encoding UTF-8 or
 * UTF-16. Cells stay text, so numbers keep their leading zeros. The apostrophe before a formula is removed.
 * @throws UsageError if the file cannot be read
 */
export const readCsvFile = (
  file: string,
): { columns: readonly string[]; delimiter: string; lines: readonly CsvLine[] } => {
  try {
    const bytes = readFileSync(file);
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    const delimiter = delimiterOf(text);
    const [[, ...headings] = [], ...rows] = parse(text, {
      ...{ delimiter, trim: true, skip_empty_lines: true, skip_records_with_empty_values: true },
      on_record: (record, { lines }) => [String(lines), ...record],
    });
    const columns = headings.map(unmarkFormula);
    const repeated = columns.find(
      (heading, index) => heading && columns.indexOf(heading) !== index,
    );
    if (repeated) throw new Error(`the heading "${repeated}" comes twice.`);
    const lines = rows.map(([line, ...row]) => {
      const cells = row.map((cell, index) => [columns[index], unmarkFormula(cell)]);
      return { line: Number(line), cells: Object.fromEntries(cells) };
    });
    return { columns, delimiter, lines };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const why =
      code === "ERR_ENCODING_INVALID_ENCODED_DATA"
        ? "it is neither UTF-8 nor UTF-16; let the spreadsheet save it as “CSV UTF-8”."
        : message;
    throw usageError(`${file} cannot be read: ${why}`);
  }
};
