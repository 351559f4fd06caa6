import * as settings from "site:settings";

const { names } = settings.client;

/** In the site's names, as `npm run export` writes it. */
const named = (row: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => [names[field] ?? field, inner(value)]),
  );
const inner = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inner);
  return typeof value === "object" && value ? named(value) : value;
};

/** What writes it is loaded at the first touch. */
const save = async (name: string, shown: readonly object[]): Promise<void> => {
  const { byteOrderMark, csvOf } = await import("../shared/csv.ts");
  const rows = shown.map(named);
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const file = new Blob([byteOrderMark + csvOf(rows, { columns }, true)], { type: "text/csv" });
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download: `${name}.csv` }).click();
  URL.revokeObjectURL(href);
};

/** Saves what is shown as a file. */
export const Csv = ({ name, rows }: { name: string; rows: readonly object[] | undefined }) =>
  rows?.length ? (
    <button
      type="button"
      class="act"
      data-test="csv"
      aria-label={`CSV: ${name}`}
      onClick={() => void save(name, rows)}
    >
      CSV
    </button>
  ) : null;
