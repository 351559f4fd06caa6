import { rowsOf } from "#scanner/client/indexed-db.ts";
import { givenKey, nameHere } from "./place.ts";

/** An API key, and its name where the printed code has one. */
type Key = { readonly name?: string; readonly value: string };
type Row = Key & { readonly id: string };

const rows = rowsOf<Row>(nameHere("device"), "strict");

/** Keys that are made outside the stack, and those of a laptop, begin with their name. */
const named = /^(.+)-(?:[0-9a-f]{32}|key-on-this-laptop-only)$/;

/** A printed code: the key alone, or `name=key`. A scanner may put the symbology before it. */
export const readKey = (raw: string): Key => {
  const [, name, value = ""] =
    /^(?:\][A-Za-z][0-9A-Za-z])?(?:([\w-]{1,64})=(?=.{16}))?(.*)$/s.exec(raw.trim()) ?? [];
  return { name: name ?? named.exec(value)?.[1], value };
};

const given = givenKey();
let key: Key | undefined = given ? readKey(given) : undefined;

/** The key that this device was given, if it was, and if it can keep one. */
export const loadKey = async (): Promise<Key | undefined> => {
  const [kept] = await rows.load().catch(() => []);
  key = kept ?? key;
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
