import type { APIGatewayProxyEvent } from "aws-lambda";
import type { Site } from "../site/schema.ts";

/**
 * The environment variable with the site's names of API keys, for the history: the gateway tells a function only a key's id. It is a list
 * of `id=name` with commas.
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

/** In code points; a name is cut between two of them, because half of one cannot be stored. */
export const longestCaller = 128;

/** Characters that could break a line, a terminal or the reading direction; and halves of characters, which cannot be stored. */
const unfit = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

/**
 * Who sent a request, as the gateway has checked it (specification §5); never what the client only claims. `keyNames`: the site's names of
 * API keys, by id.
 */
export const callerOf = ({ auth }: Site, keyNames: ReadonlyMap<string, string>) => {
  const siteKeys = auth.scheme === "apiKey" ? auth.keys : [];
  const names: Record<
    Site["auth"]["scheme"],
    (context: APIGatewayProxyEvent["requestContext"]) => string | null | undefined
  > = {
    none: () => undefined,
    iam: ({ identity }) => identity?.userArn,
    // A key that somebody made by hand has no name in the site: then its id is the name.
    apiKey: ({ identity }) =>
      keyNames.get(identity?.apiKeyId ?? "") ??
      nameInValue(identity?.apiKey, siteKeys) ??
      identity?.apiKeyId,
    jwt: ({ authorizer }) => authorizer?.name,
  };
  const nameIn = names[auth.scheme];
  return ({ requestContext }: Pick<APIGatewayProxyEvent, "requestContext">): string =>
    [...(nameIn(requestContext) ?? "anonymous").replace(unfit, "?")]
      .slice(0, longestCaller)
      .join("");
};
