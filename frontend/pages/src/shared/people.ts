import { keepValue, loadValue } from "./device-storage.ts";
import { scopedName } from "./page-scope.ts";
import type { Tokens } from "./tokens.ts";

/** A person who works on this device. */
export type Person = {
  /** Marks the person's waiting scans. It is not secret. */
  readonly id: string;
  readonly name?: string;
  /** The instant of the sign-in, epoch milliseconds. */
  readonly since: number;
};

/** The secret that proves the person's identity. It is used only in requests. */
type PersonProof = { readonly key?: string; readonly tokens?: Tokens | undefined };
type ProvedPerson = Person & PersonProof;

type DevicePeople = {
  readonly now?: ProvedPerson;
  /** People who signed out while their scans wait. Each scan is sent with the key of its person. */
  readonly left: readonly ProvedPerson[];
};

const loadTokenModule = () =>
  provedBy === "token" ? import("./tokens.ts") : Promise.reject(new Error("no tokens"));

let devicePeople: DevicePeople = { left: [] };
let peopleRowId = "";

/** A key that contains its name: one made outside the stack, or one for a laptop. */
const namedKey = /^(.+)-(?:[0-9a-f]{32}|key-on-this-laptop-only)$/;

/** Reads a printed code, `key:name=key`. Only the last part is required. A symbology identifier in front is ignored. */
export const readKey = (raw: string): { readonly name?: string; readonly key: string } => {
  const text = raw.trim().replace(/^(?:\][A-Za-z][0-9A-Za-z])?(?:key:)?/, "");
  const [start = "", before] = /^([\w-]{1,64})=/.exec(text) ?? [];
  const isNamed = text.length - start.length >= 16;
  const [name, key] = isNamed ? [before, text.slice(start.length)] : [undefined, text];
  return { name: name ?? namedKey.exec(key)?.[1], key };
};

export const signedInPerson = (): Person | undefined => devicePeople.now;

/** The name in a person's id; `undefined` if their key has no name. */
export const nameInId = (id: string): string | undefined => (id.startsWith("?") ? undefined : id);

export const keepPeople = async (): Promise<void> => {
  if (provedBy !== "nothing") await keepValue(peopleRowId, devicePeople);
};

/**
 * Signs a person in, and returns a function that undoes it. `isKeyLost`: the service no longer knows the previous key. If that key has no
 * name, the next person takes over its waiting scans.
 */
export const signInPerson = (
  proof: PersonProof & Pick<Person, "name">,
  isKeyLost = false,
): (() => void) => {
  const before = devicePeople;
  const { now, left } = devicePeople;
  const known = now ? [{ ...now, tokens: undefined }, ...left] : left;
  const same = known.find(({ id, key }) => (proof.name ? id === proof.name : key === proof.key));
  const newId = proof.name ?? same?.id ?? `?${Math.random()}`;
  const isForgotten = ({ id, name }: Person) =>
    id === newId || (isKeyLost && id === now?.id && name === undefined);
  devicePeople = {
    now: { ...proof, id: newId, since: Date.now() },
    left: known.filter((person) => !isForgotten(person)),
  };
  return () => {
    devicePeople = before;
  };
};

/** Signs the person out. Their key is kept until `forgetSignedOutBut` runs without their id. */
export const signOutPerson = (): void => {
  const { now, left } = devicePeople;
  devicePeople = { left: now ? [...left, { ...now, tokens: undefined }] : left };
};

/** Forgets the people who signed out, except those with waiting scans. */
export const forgetSignedOutBut = async (
  waiting: ReadonlySet<string | undefined> = new Set(),
): Promise<void> => {
  const left = devicePeople.left.filter((person) => waiting.has(person.id));
  if (left.length === devicePeople.left.length) return;
  devicePeople = { ...devicePeople, left };
  await keepPeople();
};

/** Loads the person who was last signed in on this page, or the person of the local stage's key. */
export const loadPeople = async (page: "worker" | "board"): Promise<Person | undefined> => {
  if (provedBy === "nothing") return undefined;
  peopleRowId = `people ${page}`;
  const kept = await loadValue<DevicePeople>(peopleRowId);
  const given = document.querySelector<HTMLMetaElement>('meta[name="api-key"]')?.content;
  if (kept) devicePeople = kept;
  else if (given !== undefined) signInPerson(readKey(given));
  if (provedBy === "token" && /[?&]state=/.test(location.search)) {
    const proof = await loadTokenModule()
      .then(({ finishSignIn }) => finishSignIn())
      .catch(() => undefined);
    if (proof) signInPerson(proof);
    await keepPeople();
  }
  return devicePeople.now;
};

/** Opens the issuer's page, which issues a token and returns to this page. */
export const redirectToSignIn = async (): Promise<void> =>
  (await loadTokenModule()).redirectToIssuer();

/** Milliseconds after a renewal during which a refused token is not renewed again. */
const renewalPauseMs = 60_000;
/** A token is not used in its last milliseconds. */
const expirySpareMs = 30_000;

/** Expires a token that was refused too early, perhaps because of a wrong clock. Returns `true` if a new one will be requested. */
export const expireRefusedToken = (): boolean => {
  const { now } = devicePeople;
  if (provedBy !== "token" || !now?.tokens?.refresh) return false;
  if (Date.now() - now.tokens.since < renewalPauseMs) return false;
  const expired = { ...now.tokens, until: 0 };
  devicePeople = { ...devicePeople, now: { ...now, tokens: expired } };
  return true;
};

const isTokenFresh = ({ until }: Tokens) => until - expirySpareMs > Date.now();

/** Renews the tokens, unless another tab has done so. The issuer accepts a refresh token only once. */
const renewTokens = async (): Promise<void> => {
  const { now } = devicePeople;
  if (!now?.tokens) return;
  const stored = await loadValue<DevicePeople>(peopleRowId);
  const storedTokens = stored?.now?.id === now.id ? stored.now.tokens : undefined;
  let tokens = storedTokens;
  if (!tokens || !isTokenFresh(tokens)) {
    const { requestTokens } = await loadTokenModule();
    tokens = await requestTokens(storedTokens ?? now.tokens);
  }
  // Another person may have signed in during the request.
  if (devicePeople.now?.since !== now.since) return;
  devicePeople = { ...devicePeople, now: { ...now, tokens } };
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
  const tokens = devicePeople.now?.tokens;
  return tokens && { authorization: `Bearer ${tokens.access}` };
};

/**
 * The person of a scan, if this device still knows them. For an unknown id without a name it is the signed-in person, because
 * `signInPerson` forgets a person without a name whose key was lost.
 */
const personOfScan = (by: string | undefined): ProvedPerson | undefined => {
  const { now, left } = devicePeople;
  if (by === undefined || by === now?.id) return now;
  return left.find(({ id }) => id === by) ?? (nameInId(by) === undefined ? now : undefined);
};

/** The authorization headers for this person, by default the signed-in one; `undefined` if they have to sign in. */
export const authHeadersOf = async (by?: string): Promise<Record<string, string> | undefined> => {
  if (provedBy === "nothing") return {};
  const person = personOfScan(by);
  if (provedBy === "token" && person?.tokens) return bearerHeaders();
  return person?.key === undefined ? undefined : { "x-api-key": person.key };
};
