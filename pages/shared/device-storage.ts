import { createRowStore } from "#scanner/client/indexed-db.ts";
import { scopedName } from "./page-scope.ts";

/** What this device keeps beside its scans, as JSON. */
const deviceRows = createRowStore<{ readonly id: string; readonly value: string }>(
  scopedName("device"),
  "strict",
);

/** What was kept under a name; nothing where the device can keep nothing. */
export const loadValue = async <Value>(name: string): Promise<Value | undefined> => {
  try {
    const row = (await deviceRows.load()).find(({ id }) => id === name);
    return row && JSON.parse(row.value);
  } catch {
    return undefined;
  }
};

/** Keeps a value, or removes it. A device that is full has it for as long as the page is open. */
export const keepValue = (name: string, value: unknown): Promise<void> =>
  deviceRows
    .update(name, () => (value === undefined ? value : { id: name, value: JSON.stringify(value) }))
    .catch(() => {});
