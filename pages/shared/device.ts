import { rowsOf } from "#scanner/client/indexed-db.ts";
import { nameHere } from "./place.ts";

type Kept = { readonly id: string; readonly value: string; readonly name?: string };

/** What this device keeps beside its scans, as text. */
const rows = rowsOf<Kept>(nameHere("device"), "strict");

/** A row, with the name that a key had in an earlier version; none where the device can keep nothing. */
export const loadRow = async (name: string): Promise<Kept | undefined> =>
  (await rows.load().catch(() => [])).find(({ id }) => id === name);

/** A setting of this device, if it was kept. */
export const loadText = async (name: string): Promise<string | undefined> =>
  (await loadRow(name))?.value;
/** Keeps a text, or removes it. A device that is full has it for as long as the page is open. */
export const keepText = (name: string, value: string | undefined): Promise<void> =>
  rows.update(name, () => (value === undefined ? value : { id: name, value })).catch(() => {});

/** Of an earlier shape nothing is read. */
const work = "work 1";

/** What the worker had in hand when the page was last open. */
export const loadWork = async <Work>(): Promise<Work | undefined> => {
  const kept = await loadText(work);
  return kept && JSON.parse(kept);
};
export const keepWork = (value: object): Promise<void> => keepText(work, JSON.stringify(value));
