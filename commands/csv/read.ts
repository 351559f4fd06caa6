import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { usageError } from "#infra/usage-error.ts";
import { cellText, refuseDoubledHeadings } from "./cell-text.ts";

/** A line of a file: its number, and a cell for each heading. `extra`: the first filled cell that has no heading. */
export type CsvLine = {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
  readonly extra?: string;
};

/** `delimiter`: one of the usual separators, with which the table can be written again. */
export type CsvTable = {
  readonly columns: readonly string[];
  readonly delimiter: string;
  readonly lines: readonly CsvLine[];
};

/** The encoding of a file. UTF-16 starts with a byte order mark, or has a zero in every other byte of its first heading. */
const encodingOf = ([byte0, byte1]: Uint8Array): string => {
  if ((byte0 === 0xff && byte1 === 0xfe) || byte1 === 0) return "utf-16le";
  return (byte0 === 0xfe && byte1 === 0xff) || byte0 === 0 ? "utf-16be" : "utf-8";
};

const usualDelimiters = [",", ";", "\t"];

/** The most frequent of comma, semicolon and tab in the headings. */
const delimiterOf = (text: string): string => {
  const [headings = ""] = text.split(/[\r\n]/, 1);
  const count = (mark: string) => headings.split(mark).length;
  return usualDelimiters.reduce((best, mark) => (count(mark) > count(best) ? mark : best));
};

/** A first line that names the separator, such as `sep=;`. */
const separatorLine = /^"?sep=([^\w"\r\n])"?[,;\t]*(?:\r\n|\r|\n|$)/i;

/** The text from its headings on, their separator, and the number of lines before them. */
const tableIn = (text: string) => {
  const [line = "", delimiter = delimiterOf(text)] = separatorLine.exec(text) ?? [];
  return { text: text.slice(line.length), delimiter, linesBefore: line === "" ? 0 : 1 };
};

/** @throws Error if a heading comes twice */
const columnsOf = (record: readonly string[]): string[] => {
  const headings = record.map((heading) => cellText(heading).trim());
  const columns = headings.slice(0, headings.findLastIndex(Boolean) + 1);
  refuseDoubledHeadings(columns);
  return columns;
};

const lineOf = (record: readonly string[], columns: readonly string[], line: number): CsvLine => {
  const cells = columns.map((column, index) => [column, cellText(record[index] ?? "")]);
  const found = { line, cells: Object.fromEntries(cells) };
  const extra = record.slice(columns.length).find(Boolean);
  return extra === undefined ? found : { ...found, extra: cellText(extra) };
};

/**
 * Reads a CSV file as spreadsheets save it, line by line, and returns its headings. They come first, perhaps after a line that names the
 * separator, which otherwise is a comma, a semicolon or a tab. The encoding is UTF-8 or UTF-16. Cells stay text, so numbers keep their
 * leading zeros. Cells that a line lacks at its end are empty.
 * @throws UsageError if the file cannot be read
 */
export const readCsvLines = (
  file: string,
  take: (line: CsvLine, columns: readonly string[]) => void,
): Omit<CsvTable, "lines"> => {
  try {
    const bytes = readFileSync(file);
    const whole = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    const { text, delimiter, linesBefore } = tableIn(whole);
    let columns: string[] | undefined;
    parse(text, {
      ...{ delimiter, trim: true, skip_empty_lines: true, skip_records_with_empty_values: true },
      ...{ relax_column_count: true, relax_quotes: true },
      // The parser keeps no record, because a long list would need twice the memory.
      on_record: (record: readonly string[], { lines }) => {
        if (columns) take(lineOf(record, columns, lines + linesBefore), columns);
        else columns = columnsOf(record);
        return undefined;
      },
    });
    const writable = usualDelimiters.includes(delimiter) ? delimiter : ",";
    return { columns: columns ?? [], delimiter: writable };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const why =
      code === "ERR_ENCODING_INVALID_ENCODED_DATA"
        ? "it is neither UTF-8 nor UTF-16; let the spreadsheet save it as “CSV UTF-8”."
        : message;
    throw usageError(`${file} cannot be read: ${why}`);
  }
};

/** Reads a whole CSV file, as `readCsvLines` does. */
export const readCsvFile = (file: string): CsvTable => {
  const lines: CsvLine[] = [];
  const table = readCsvLines(file, (line) => void lines.push(line));
  return { ...table, lines };
};
