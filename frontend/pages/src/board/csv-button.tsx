import * as settings from "site:settings";
import type { CsvRow } from "../shared/csv.ts";

const { names: siteFieldNames } = settings.client;

/** Renames the fields as the site names them, also in nested objects, as `npm run export` does. */
const renameFields = (rows: readonly object[]): CsvRow[] =>
  JSON.parse(JSON.stringify(rows), (_, value) => {
    if (value?.constructor !== Object) return value;
    const fields = Object.entries(value);
    return Object.fromEntries(
      fields.map(([field, content]) => [siteFieldNames[field] ?? field, content]),
    );
  });

const saveCsvFile = async (name: string, shownRows: readonly object[]): Promise<void> => {
  // Loaded at the first touch, so that the first script stays small.
  const { byteOrderMark, csvOf } = await import("../shared/csv.ts");
  const rows = renameFields(shownRows);
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const file = new Blob([byteOrderMark + csvOf(rows, { columns }, true)], { type: "text/csv" });
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download: `${name}.csv` }).click();
  URL.revokeObjectURL(href);
};

/** Downloads the shown rows as a CSV file. */
export const CsvButton = ({ name, rows }: { name: string; rows: readonly object[] | undefined }) =>
  rows?.length ? (
    <button
      type="button"
      class="act"
      data-test="csv"
      aria-label={`CSV: ${name}`}
      onClick={() => void saveCsvFile(name, rows)}
    >
      CSV
    </button>
  ) : null;
