/**
 * The environment variable that names API keys: the gateway tells a function a key's id, which it made itself, and the history is to
 * hold the site's name of the device or person. `id=name`, joined by commas.
 */
export const keyNamesVariable = "API_KEY_NAMES";

export const writeKeyNames = (names: Iterable<readonly [id: string, name: string]>): string =>
  [...names].map(([id, name]) => `${id}=${name}`).join(",");

export const readKeyNames = (text = ""): ReadonlyMap<string, string> =>
  new Map(text.split(",").flatMap((pair): [string, string][] => (pair.includes("=") ? [pair.split("=", 2) as [string, string]] : [])));
