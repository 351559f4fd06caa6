import { keepValue, loadValue } from "./device-storage.ts";
import { scopedName } from "./page-scope.ts";
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
type PersonProof = { readonly key?: string; readonly tokens?: Tokens | undefined };
type ProvedPerson = Person & PersonProof;

type DevicePeople = {
  readonly now?: ProvedPerson;
  /** Who has signed out while scans of theirs wait: each of these goes out with their own key. */
  readonly left: readonly ProvedPerson[];
};

/** Loaded on demand, and only where it is of use. */
const loadTokenModule = () =>
  provedBy === "token" ? import("./tokens.ts") : Promise.reject(new Error("no tokens"));

let devicePeople: DevicePeople = { left: [] };
let peopleRowId = "";

/** Keys that are made outside the stack, and those of a laptop, begin with their name. */
const namedKey = /^(.+)-(?:[0-9a-f]{32}|key-on-this-laptop-only)$/;

/** A printed code, `key:name=key`; its parts but the last may lack. A scanner may put the symbology before it. */
export const readKey = (raw: string): { readonly name?: string; readonly key: string } => {
  const [, name, key = ""] =
    /^(?:\][A-Za-z][0-9A-Za-z])?(?:key:)?(?:([\w-]{1,64})=(?=.{16}))?(.*)$/s.exec(raw.trim()) ?? [];
  return { name: name ?? namedKey.exec(key)?.[1], key };
};

/** Who is signed in. */
export const signedInPerson = (): Person | undefined => devicePeople.now;

/** The name of who scanned, as far as it is known. */
export const nameInId = (id: string): string | undefined => (id.startsWith("?") ? undefined : id);

export const keepPeople = async (): Promise<void> => {
  if (provedBy !== "nothing") await keepValue(peopleRowId, devicePeople);
};

/** Signs somebody in; what it gives takes that back. `lost`: the key before is known no more, so that without a name its scans go to the next. */
export const signInPerson = (
  next: PersonProof & Pick<Person, "name">,
  lost = false,
): (() => void) => {
  const before = devicePeople;
  const { now, left } = devicePeople;
  const known = [...(now ? [{ ...now, tokens: undefined }] : []), ...left];
  const same = known.find(({ id, key }) => (next.name ? id === next.name : key === next.key));
  const id = next.name ?? same?.id ?? `?${Math.random()}`;
  devicePeople = {
    now: { ...next, id, since: Date.now() },
    left: known.filter(
      (one) => one.id !== id && (one.id !== now?.id || one.name !== undefined || !lost),
    ),
  };
  return () => {
    devicePeople = before;
  };
};

/** Signs out. What proves who they were is kept until `forgetBut` is called without them. */
export const signOutPerson = (): void => {
  const { now, left } = devicePeople;
  devicePeople = { left: now ? [...left, { ...now, tokens: undefined }] : left };
};

/** Forgets all who have left but these, whose scans still wait. */
export const forgetSignedOutBut = async (
  waiting: ReadonlySet<string | undefined> = new Set(),
): Promise<void> => {
  const left = devicePeople.left.filter(({ id }) => waiting.has(id));
  if (left.length === devicePeople.left.length) return;
  devicePeople = { ...devicePeople, left };
  await keepPeople();
};

/** Who was signed in when this page was last open, or has the key that the local stage gives. */
export const loadPeople = async (page: "worker" | "board"): Promise<Person | undefined> => {
  if (provedBy === "nothing") return undefined;
  peopleRowId = `people ${page}`;
  const kept = await loadValue<DevicePeople>(peopleRowId);
  // The local stage writes one into its pages; a deployed page has none.
  const given = document.querySelector<HTMLMetaElement>('meta[name="api-key"]')?.content;
  if (kept) devicePeople = kept;
  else if (given !== undefined) signInPerson(readKey(given));
  if (provedBy === "token" && /[?&]state=/.test(location.search)) {
    const proof = await loadTokenModule()
      .then(({ finishSignIn: answered }) => answered())
      .catch(() => undefined);
    if (proof) signInPerson(proof);
    await keepPeople();
  }
  return devicePeople.now;
};

/** Leads to where somebody gets a token, which leads back to this page. */
export const redirectToSignIn = async (): Promise<void> =>
  (await loadTokenModule()).redirectToIssuer();

/** A token was refused before its time, perhaps by a clock that is wrong: `true` if another one will be asked for. */
export const expireRefusedToken = (): boolean => {
  const { now } = devicePeople;
  if (
    provedBy !== "token" ||
    !now?.tokens?.refresh ||
    Date.now() - now.tokens.since < renewalPauseMs
  )
    return false;
  devicePeople = { ...devicePeople, now: { ...now, tokens: { ...now.tokens, until: 0 } } };
  return true;
};

/** Milliseconds within which no other token is asked for, in the place of a new one that is refused. */
const renewalPauseMs = 60_000;
/** Milliseconds before its end in which a token is not used any more. */
const expirySpareMs = 30_000;

const isTokenFresh = ({ until }: Tokens) => until - expirySpareMs > Date.now();

/** Another page of this one's kind may have renewed the token: the issuer takes the old one once. */
const renewTokens = async (): Promise<void> => {
  const { now } = devicePeople;
  const own = now?.tokens;
  if (!own) return;
  const kept = await loadValue<DevicePeople>(peopleRowId);
  const theirs = kept?.now?.id === now.id ? kept.now.tokens : undefined;
  const next =
    theirs && isTokenFresh(theirs)
      ? theirs
      : await loadTokenModule().then(({ renewedTokens: renewed }) => renewed(theirs ?? own));
  // Meanwhile somebody else may have signed in.
  if (devicePeople.now?.since !== now.since) return;
  devicePeople = { ...devicePeople, now: { ...now, tokens: next } };
  await keepPeople();
};

let pendingRenewal: Promise<void> | undefined;

const bearerHeaders = async (): Promise<Record<string, string> | undefined> => {
  if (devicePeople.now?.tokens && !isTokenFresh(devicePeople.now.tokens)) {
    pendingRenewal ??= navigator.locks
      .request(scopedName(`renew ${peopleRowId}`), renewTokens)
      .finally(() => {
        pendingRenewal = undefined;
      });
    await pendingRenewal;
  }
  const good = devicePeople.now?.tokens;
  return good && { authorization: `Bearer ${good.access}` };
};

/**
 * Who scanned it, if this device still knows them. A scan without a name is of the person who is signed in: `enter` forgets a person without a
 * name whose key was lost.
 */
const personOfScan = (by: string | undefined): ProvedPerson | undefined => {
  const { now, left } = devicePeople;
  if (by === undefined || by === now?.id) return now;
  return left.find(({ id }) => id === by) ?? (nameInId(by) === undefined ? now : undefined);
};

/** What a request of this person carries, or of the one who is signed in; none if they have to sign in. */
export const authHeadersOf = async (by?: string): Promise<Record<string, string> | undefined> => {
  if (provedBy === "nothing") return {};
  const who = personOfScan(by);
  if (provedBy === "token" && who?.tokens) return bearerHeaders();
  return who?.key === undefined ? undefined : { "x-api-key": who.key };
};
