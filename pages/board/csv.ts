import * as settings from "site:settings";

const { names } = settings.client;

/** In the site's names, as `npm run export` writes it. */
const named = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(named);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, one]) => [names[field] ?? field, named(one)]),
  );
};

/** Saves what is shown as a file. What writes it is loaded at the first touch. */
export const saveCsv = async (name: string, shown: readonly object[]): Promise<void> => {
  const { byteOrderMark, csvOf } = await import("../shared/csv.ts");
  const rows = shown.map((one) => Object.fromEntries(Object.entries(named(one) ?? {})));
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const file = new Blob([byteOrderMark + csvOf(rows, { columns }, true)], { type: "text/csv" });
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download: `${name}.csv` }).click();
  URL.revokeObjectURL(href);
};
