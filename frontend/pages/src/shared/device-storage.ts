import { createRowStore } from "#scanner/client/indexed-db.ts";
import { scopedName } from "./page-scope.ts";

/** Values that this device stores as JSON, separate from its scans. */
const deviceRows = createRowStore<{ readonly id: string; readonly value: string }>(
  scopedName("device"),
  "strict",
);

/** Reads a stored value; `undefined` if it is missing or the browser stores nothing. */
export const loadValue = async <Value>(name: string): Promise<Value | undefined> => {
  try {
    const row = (await deviceRows.load()).find(({ id }) => id === name);
    return row && JSON.parse(row.value);
  } catch {
    return undefined;
  }
};

/** Stores a value, or removes it if it is `undefined`. If the device is full, the old value stays. */
export const keepValue = async (name: string, value: unknown): Promise<void> => {
  const row = value === undefined ? undefined : { id: name, value: JSON.stringify(value) };
  await deviceRows.update([name], () => row).catch(() => {});
};
