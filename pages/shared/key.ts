import { rowsOf } from "#scanner/client/indexed-db.ts";
import { givenKey, nameHere } from "./place.ts";

/** An API key, and its name where the printed code has one. */
type Key = { readonly name?: string; readonly value: string };

/** What this device keeps beside its scans, as text. */
const rows = rowsOf<Key & { readonly id: string }>(nameHere("device"), "strict");
const load = async (name: string) =>
  (await rows.load().catch(() => [])).find(({ id }) => id === name);

/** A setting of this device, if it was kept. */
export const loadText = async (name: string): Promise<string | undefined> =>
  (await load(name))?.value;
export const keepText = (name: string, value: string): Promise<void> =>
  rows.update(name, () => ({ id: name, value })).catch(() => {});

/** Of an earlier shape nothing is read. */
const work = "work 1";

/** What the worker had in hand when the page was last open. */
export const loadWork = async <Work>(): Promise<Work | undefined> => {
  const kept = await loadText(work);
  return kept && JSON.parse(kept);
};
export const keepWork = (value: object): Promise<void> => keepText(work, JSON.stringify(value));

/** Keys that are made outside the stack, and those of a laptop, begin with their name. */
const named = /^(.+)-(?:[0-9a-f]{32}|key-on-this-laptop-only)$/;

/** A printed code, `key:name=key`; its parts but the last may lack. A scanner may put the symbology before it. */
export const readKey = (raw: string): Key => {
  const [, name, value = ""] =
    /^(?:\][A-Za-z][0-9A-Za-z])?(?:key:)?(?:([\w-]{1,64})=(?=.{16}))?(.*)$/s.exec(raw.trim()) ?? [];
  return { name: name ?? named.exec(value)?.[1], value };
};

const given = givenKey();
let key: Key | undefined = given ? readKey(given) : undefined;

/** The key that this device was given, if it was, and if it can keep one. */
export const loadKey = async (): Promise<Key | undefined> => {
  key = (await load("key")) ?? key;
  return key;
};

/** Uses a key from now on, and gives the one before. */
export const useKey = (next: Key | undefined): Key | undefined => {
  const before = key;
  key = next;
  return before;
};

/** A device that is full has the key for as long as the page is open. */
export const keepKey = (): Promise<void> =>
  rows.update("key", () => key && { id: "key", ...key }).catch(() => {});

export const credentials = (): Record<string, string> => (key ? { "x-api-key": key.value } : {});
