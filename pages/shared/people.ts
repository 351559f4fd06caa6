import { keep, load } from "./device.ts";
import { nameHere } from "./place.ts";
import type { Tokens } from "./tokens.ts";

/** Somebody who works on this device. */
export type Person = {
  /** Names them in each of their scans that waits; no secret. */
  readonly id: string;
  readonly name?: string;
  /** When they signed in, epoch milliseconds. */
  readonly since: number;
};
/** What proves it, which nothing but a request may hold. */
type Proof = { readonly key?: string; readonly tokens?: Tokens | undefined };
type Known = Person & Proof;

type People = {
  readonly now?: Known;
  /** Who has signed out while scans of theirs wait: each of these goes out with their own key. */
  readonly left: readonly Known[];
};

/** Loaded on demand, and only where it is of use. */
const signing = () =>
  provedBy === "token" ? import("./tokens.ts") : Promise.reject(new Error("no tokens"));

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

/** The name of who scanned, as far as it is known. */
export const nameIn = (id: string): string | undefined => (id.startsWith("?") ? undefined : id);

export const keepPeople = async (): Promise<void> => {
  if (provedBy !== "nothing") await keep(row, people);
};

/** Signs somebody in; what it gives takes that back. `lost`: the key before is known no more, so that without a name its scans go to the next. */
export const enter = (next: Proof & Pick<Person, "name">, lost = false): (() => void) => {
  const before = people;
  const { now, left } = people;
  const known = [...(now ? [{ ...now, tokens: undefined }] : []), ...left];
  const same = known.find(({ id, key }) => (next.name ? id === next.name : key === next.key));
  const id = next.name ?? same?.id ?? `?${Math.random()}`;
  people = {
    now: { ...next, id, since: Date.now() },
    left: known.filter(
      (one) => one.id !== id && (one.id !== now?.id || one.name !== undefined || !lost),
    ),
  };
  return () => {
    people = before;
  };
};

/** Signs out. What proves who they were is kept until `forgetBut` is called without them. */
export const leave = (): void => {
  const { now, left } = people;
  people = { left: now ? [...left, { ...now, tokens: undefined }] : left };
};

/** Forgets all who have left but these, whose scans still wait. */
export const forgetBut = async (
  waiting: ReadonlySet<string | undefined> = new Set(),
): Promise<void> => {
  const left = people.left.filter(({ id }) => waiting.has(id));
  if (left.length === people.left.length) return;
  people = { ...people, left };
  await keepPeople();
};

/** Who was signed in when this page was last open, or has the key that the local stage gives. */
export const loadPeople = async (page: "worker" | "board"): Promise<Person | undefined> => {
  if (provedBy === "nothing") return undefined;
  row = `people ${page}`;
  const kept = await load<People>(row);
  // The local stage writes one into its pages; a deployed page has none.
  const given = document.querySelector<HTMLMetaElement>('meta[name="api-key"]')?.content;
  if (kept) people = kept;
  else if (given !== undefined) enter(readKey(given));
  if (provedBy === "token" && /[?&]state=/.test(location.search)) {
    const proof = await signing()
      .then(({ answered }) => answered())
      .catch(() => undefined);
    if (proof) enter(proof);
    await keepPeople();
  }
  return people.now;
};

/** Leads to where somebody gets a token, which leads back to this page. */
export const askForToken = async (): Promise<void> => (await signing()).ask();

/** A token was refused before its time, perhaps by a clock that is wrong: `true` if another one will be asked for. */
export const doubt = (): boolean => {
  const { now } = people;
  if (provedBy !== "token" || !now?.tokens?.refresh || Date.now() - now.tokens.since < again)
    return false;
  people = { ...people, now: { ...now, tokens: { ...now.tokens, until: 0 } } };
  return true;
};

/** Milliseconds within which no other token is asked for, in the place of a new one that is refused. */
const again = 60_000;
/** Milliseconds before its end in which a token is not used any more. */
const spare = 30_000;

const isGood = ({ until }: Tokens) => until - spare > Date.now();

/** Another page of this one's kind may have renewed the token: the issuer takes the old one once. */
const renew = async (): Promise<void> => {
  const { now } = people;
  const own = now?.tokens;
  if (!own) return;
  const kept = await load<People>(row);
  const theirs = kept?.now?.id === now.id ? kept.now.tokens : undefined;
  const next =
    theirs && isGood(theirs)
      ? theirs
      : await signing().then(({ renewed }) => renewed(theirs ?? own));
  // Meanwhile somebody else may have signed in.
  if (people.now?.since !== now.since) return;
  people = { ...people, now: { ...now, tokens: next } };
  await keepPeople();
};

let renewing: Promise<void> | undefined;

const bearer = async (): Promise<Record<string, string> | undefined> => {
  if (people.now?.tokens && !isGood(people.now.tokens)) {
    renewing ??= navigator.locks.request(nameHere(`renew ${row}`), renew).finally(() => {
      renewing = undefined;
    });
    await renewing;
  }
  const good = people.now?.tokens;
  return good && { authorization: `Bearer ${good.access}` };
};

/**
 * Who scanned it, if this device still knows them. A scan without a name is of the person who is signed in: `enter` forgets a person without a
 * name whose key was lost.
 */
const known = (by: string | undefined): Known | undefined => {
  const { now, left } = people;
  if (by === undefined || by === now?.id) return now;
  return left.find(({ id }) => id === by) ?? (nameIn(by) === undefined ? now : undefined);
};

/** What a request of this person carries, or of the one who is signed in; none if they have to sign in. */
export const credentials = async (by?: string): Promise<Record<string, string> | undefined> => {
  if (provedBy === "nothing") return {};
  const who = known(by);
  if (provedBy === "token" && who?.tokens) return bearer();
  return who?.key === undefined ? undefined : { "x-api-key": who.key };
};
