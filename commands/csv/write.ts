import { once } from "node:events";
import { open } from "node:fs/promises";
import { stringify } from "csv-stringify/sync";
import { usageError } from "#infra/usage-error.ts";
import { marked } from "./marks.ts";

/** By it spreadsheets know UTF-8. */
export const byteOrderMark = "\uFEFF";

/** A value under each heading; an object becomes JSON in its cell. */
export type Row = Readonly<Record<string, unknown>>;

type Shape = { readonly columns: readonly string[]; readonly delimiter?: string };

/** Lines of CSV, quoted where it is needed; `head` puts the headings before them. */
export const csvOf = (
  rows: readonly Row[],
  { columns, delimiter = "," }: Shape,
  head = false,
): string => {
  const cells = rows.map((row) => columns.map((column) => row[column]));
  return stringify(head ? [columns, ...cells] : cells, {
    delimiter,
    cast: { string: marked, boolean: String },
    // Blanks at an end stay.
    quoted_match: /^\s|\s$/,
  });
};

/**
 * Writes rows as CSV, or without columns as JSON lines, into a new file or to standard output; `write` waits for a slow reader. One at a time.
 * @throws UsageError when the file cannot be written
 */
export const rowsTo = async (file: string | undefined, columns?: readonly string[]) => {
  const handle =
    file === undefined
      ? undefined
      : await open(file, "w").catch(({ message }: Error) => {
          throw usageError(`${file} cannot be written: ${message}`);
        });
  const put = async (text: string) => {
    if (handle) await handle.appendFile(text);
    else if (!process.stdout.write(text)) await once(process.stdout, "drain");
  };
  if (columns) await put((handle ? byteOrderMark : "") + csvOf([], { columns }, true));
  return {
    write: (rows: readonly Row[]) =>
      put(
        columns ? csvOf(rows, { columns }) : rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
      ),
    close: () => handle?.close(),
  };
};
