/**
 * The environment variable that names API keys: the gateway tells a function a key's id, which it made itself, and the history is to
 * hold the site's name of the device or person. `id=name`, joined by commas.
 */
export const keyNamesVariable = "API_KEY_NAMES";

/** A template holds 500 resources, two of them for each key, and an environment 4 kB: a key's id has about ten characters. */
const mostKeys = 100;
const mostText = 3_000;
const perId = 12;

/** Whether the stack makes the keys of these names; else `npm run keys` does, and their values say the names. */
export const keysInStack = (names: readonly string[]): boolean =>
  names.length <= mostKeys && names.reduce((length, name) => length + name.length + perId, 0) <= mostText;

/** What ends the value of a key that is made outside the stack: 128 random bits. Before it stands the name. */
const secretPart = /-[0-9a-f]{32}$/;

export const keyValue = (name: string, secret: string): string => `${name}-${secret}`;

/** The name in the value of a key that the gateway has let in, if it is one of the site's. */
export const nameInValue = (value: string | null | undefined, names: readonly string[]): string | undefined => {
  const name = value?.replace(secretPart, "");
  return name !== value && name !== undefined && names.includes(name) ? name : undefined;
};

export const writeKeyNames = (names: Iterable<readonly [id: string, name: string]>): string =>
  [...names].map(([id, name]) => `${id}=${name}`).join(",");

export const readKeyNames = (text = ""): ReadonlyMap<string, string> =>
  new Map(text.split(",").flatMap((pair): [string, string][] => (pair.includes("=") ? [pair.split("=", 2) as [string, string]] : [])));
