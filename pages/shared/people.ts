import * as settings from "site:settings";
import { keepText, loadRow } from "./device.ts";
import { givenKey } from "./place.ts";

/** Somebody who works on this device. */
export type Person = {
  /** Names them in each of their scans that waits; no secret. */
  readonly id: string;
  readonly name?: string;
  /** When they signed in, epoch milliseconds. */
  readonly since: number;
};
/** What proves it, which nothing but a request may hold. */
type Proof = { readonly key?: string };
type Known = Person & Proof;

type People = {
  readonly now?: Known;
  /** Who has signed out while scans of theirs wait: each of these goes out with their own key. */
  readonly left: readonly Known[];
};

let people: People = { left: [] };
let row = "";

/** Keys that are made outside the stack, and those of a laptop, begin with their name. */
const named = /^(.+)-(?:[0-9a-f]{32}|key-on-this-laptop-only)$/;

/** A printed code, `key:name=key`; its parts but the last may lack. A scanner may put the symbology before it. */
export const readKey = (raw: string): { readonly name?: string; readonly key: string } => {
  const [, name, key = ""] =
    /^(?:\][A-Za-z][0-9A-Za-z])?(?:key:)?(?:([\w-]{1,64})=(?=.{16}))?(.*)$/s.exec(raw.trim()) ?? [];
  return { name: name ?? named.exec(key)?.[1], key };
};

/** Who is signed in. */
export const present = (): Person | undefined => people.now;

/** Without their name they are known by a number. */
const isNamed = ({ name }: Person) => name !== undefined;

/** The name of who scanned, as far as it is known. */
export const nameIn = (id: string): string | undefined => (id.startsWith("?") ? undefined : id);

export const keepPeople = (): Promise<void> => keepText(row, JSON.stringify(people));

/** Signs somebody in; what it gives takes that back. `lost`: the key before is known no more, so that without a name its scans go to the next. */
export const enter = (next: Proof & Pick<Person, "name">, lost = false): (() => void) => {
  const before = people;
  const { now, left } = people;
  const known = [...(now ? [now] : []), ...left];
  const same = known.find(({ id, key }) => (next.name ? id === next.name : key === next.key));
  const id = next.name ?? same?.id ?? `?${Math.random()}`;
  people = {
    now: { ...next, id, since: Date.now() },
    left: known.filter((one) => one.id !== id && (one !== now || isNamed(one) || !lost)),
  };
  return () => {
    people = before;
  };
};

/** Signs out. What proves who they were is kept until `forgetBut` is called without them. */
export const leave = (): void => {
  const { now, left } = people;
  people = { left: now ? [...left, now] : left };
};

/** Forgets all who have left but these, whose scans still wait. */
export const forgetBut = async (waiting: ReadonlySet<string | undefined>): Promise<void> => {
  const left = people.left.filter(({ id }) => waiting.has(id));
  if (left.length === people.left.length) return;
  people = { ...people, left };
  await keepPeople();
};

/** Who was signed in when this page was last open, or has the key that the local stage gives. */
export const loadPeople = async (page: "worker" | "board"): Promise<Person | undefined> => {
  row = `people ${page}`;
  const kept = await loadRow(row);
  // An earlier version kept one key.
  const before = kept ? undefined : await loadRow("key");
  const given = before?.value ?? givenKey();
  if (kept) people = JSON.parse(kept.value);
  else if (given !== undefined) {
    const { name, key } = readKey(given);
    enter({ name: before?.name ?? name, key });
  }
  if (before) {
    await keepPeople();
    await keepText("key", undefined);
  }
  return people.now;
};

/** What a request of somebody carries, of who is signed in if nobody else is meant; none if they have to sign in. */
export const credentials = (by?: string): Record<string, string> | undefined => {
  if (!settings.keyed) return {};
  const who = people.left.find(({ id }) => id === by) ?? people.now;
  return who?.key === undefined ? undefined : { "x-api-key": who.key };
};
