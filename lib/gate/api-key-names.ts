/**
 * The environment variable with the names of API keys. The gateway tells a function only the id of a key, which the gateway has made; the
 * history must have the site's name of the device or person. It is a list of `id=name` with commas.
 */
export const keyNamesVariable = "API_KEY_NAMES";

/** The end of the value of a key that `npm run keys` makes: 128 random bits. The name comes before it. */
const secretPart = /-[0-9a-f]{32}$/;

export const keyValue = (name: string, secret: string): string => `${name}-${secret}`;

/** The name in the value of a key, if it is one of the site's names. The gateway has accepted the key before. */
export const nameInValue = (
  value: string | null | undefined,
  names: readonly string[],
): string | undefined => {
  const name = value?.replace(secretPart, "");
  return name !== value && name !== undefined && names.includes(name) ? name : undefined;
};

export const writeKeyNames = (names: Iterable<readonly [id: string, name: string]>): string =>
  [...names].map(([id, name]) => `${id}=${name}`).join(",");

export const readKeyNames = (text = ""): ReadonlyMap<string, string> =>
  new Map(
    text
      .split(",")
      .flatMap((pair): [string, string][] =>
        pair.includes("=") ? [pair.split("=", 2) as [string, string]] : [],
      ),
  );
