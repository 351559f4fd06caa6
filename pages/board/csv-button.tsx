import * as settings from "site:settings";
import type { CsvRow } from "../shared/csv.ts";

const { names: siteFieldNames } = settings.client;

/** In the site's names, as `npm run export` writes it. */
const renameFields = (rows: readonly object[]): CsvRow[] =>
  JSON.parse(JSON.stringify(rows), (_, value) =>
    value?.constructor === Object
      ? Object.fromEntries(
          Object.entries(value).map(([field, one]) => [siteFieldNames[field] ?? field, one]),
        )
      : value,
  );

/** What writes it is loaded at the first touch. */
const saveCsvFile = async (name: string, shown: readonly object[]): Promise<void> => {
  const { byteOrderMark, csvOf } = await import("../shared/csv.ts");
  const rows = renameFields(shown);
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const file = new Blob([byteOrderMark + csvOf(rows, { columns }, true)], { type: "text/csv" });
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download: `${name}.csv` }).click();
  URL.revokeObjectURL(href);
};

/** Saves what is shown as a file. */
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
