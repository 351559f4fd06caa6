import { once } from "node:events";
import { open } from "node:fs/promises";
import { usageError } from "#infra/usage-error.ts";
import { byteOrderMark, csvOf, type Row } from "../../pages/shared/csv.ts";

/**
 * Writes rows as CSV, or without columns as JSON lines, into a new file or to standard output; `write` waits for a slow reader. One at a time.
 * @throws UsageError when the file cannot be written
 */
export const rowsTo = async (file: string | undefined, columns?: readonly string[]) => {
  const handle =
    file === undefined
      ? undefined
      : await open(file, "wx").catch(({ code, message }: NodeJS.ErrnoException) => {
          throw usageError(
            code === "EEXIST"
              ? `${file} exists already: name a new file.`
              : `${file} cannot be written: ${message}`,
          );
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
