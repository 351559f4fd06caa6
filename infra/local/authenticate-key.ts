import { usageError } from "#infra/usage-error.ts";
import type { Site } from "#lib/site/schema.ts";
import { type AuthenticateRequest, headerOf } from "../gateway-event.ts";

type KeyedSite = Pick<Site, "auth" | "name">;

/**
 * The value of each key of a site: the chosen value, or one that is the same at every start, so that users can paste commands.
 * @throws UsageError for a name that the site does not list
 */
export const localKeys = (
  { auth, name: site }: KeyedSite,
  chosen: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> => {
  if (auth.scheme !== "apiKey") return new Map();
  const unknownName = [...chosen.keys()].find((name) => !auth.keys.includes(name));
  if (unknownName !== undefined)
    throw usageError(
      `API_KEYS names "${unknownName}", but the keys of the site ${site} are: ${auth.keys.join(", ")}.`,
    );
  return new Map(
    auth.keys.map((name) => [name, chosen.get(name) ?? `${name}-key-on-this-laptop-only`]),
  );
};

/**
 * The keys of a stage with sample data: the first one is a person's, so that the pages greet somebody. Keys with rights of their own keep their
 * names, which decide these rights.
 */
export const keysOfSample = (site: KeyedSite): ReadonlyMap<string, string> => {
  const keys = localKeys(site);
  if (site.auth.scheme !== "apiKey" || site.auth.allowed) return keys;
  return new Map([...keys].map(([name, value], at) => [at === 0 ? "Mara" : name, value]));
};

/** The headers of a request to a local stage of a site: its first key, if it has keys. */
export const localCredentials = (
  site: KeyedSite,
  keys: ReadonlyMap<string, string> = localKeys(site),
): Record<string, string> => {
  const [key] = keys.values();
  return key === undefined ? {} : { "x-api-key": key };
};

/**
 * Checks a key like API Gateway, whose 403 is the site's `unauthenticated`. The id of a key is its name here. A function records it if the
 * value says no name.
 */
export const authenticateByKey = (keys: ReadonlyMap<string, string>): AuthenticateRequest => {
  const names = new Map([...keys].map(([name, value]) => [value, name]));
  return async ({ rawHeaders }) => {
    const apiKey = headerOf(rawHeaders, "x-api-key") ?? "";
    const name = names.get(apiKey);
    return name === undefined
      ? "unauthenticated"
      : { identity: { apiKey, apiKeyId: name }, authorizer: null };
  };
};
