import { rowsOf } from "#scanner/client/indexed-db.ts";
import { nameHere } from "./place.ts";

/** What this device keeps beside its scans, as JSON. */
const rows = rowsOf<{ readonly id: string; readonly value: string }>(nameHere("device"), "strict");

/** What was kept under a name; nothing where the device can keep nothing. */
export const load = async <Value>(name: string): Promise<Value | undefined> => {
  try {
    const row = (await rows.load()).find(({ id }) => id === name);
    return row && JSON.parse(row.value);
  } catch {
    return undefined;
  }
};

/** Keeps a value, or removes it. A device that is full has it for as long as the page is open. */
export const keep = (name: string, value: unknown): Promise<void> =>
  rows
    .update(name, () => (value === undefined ? value : { id: name, value: JSON.stringify(value) }))
    .catch(() => {});
