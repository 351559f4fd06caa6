import type { APIGatewayProxyEvent } from "aws-lambda";
import type { Site } from "../site/schema.ts";

/** The end of a key that `npm run keys` makes, after the name: 128 random bits. */
const keySecretPattern = /-[0-9a-f]{32}$/;

export const apiKeyValue = (name: string, secret: string): string => `${name}-${secret}`;

/** The name in a key that `npm run keys` made. */
export const nameOfKey = (value: string): string | undefined =>
  keySecretPattern.test(value) ? value.replace(keySecretPattern, "") : undefined;

/** The name in the value of a key that the gateway accepted, if it is one of the site's names. */
export const nameInKey = (
  value: string | null | undefined,
  names: readonly string[],
): string | undefined => {
  const name = nameOfKey(value ?? "");
  return names.find((one) => one === name);
};

/** In code points. */
export const longestCallerName = 128;

/** Characters that could break a line, a terminal or the reading direction; and halves of characters. */
const unprintablePattern = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

/** A caller's name for the record: one line, and not too long. */
export const shownName = (name: string): string =>
  [...name.replace(unprintablePattern, "?")].slice(0, longestCallerName).join("");

const isNonBlank = (value: unknown): value is string =>
  typeof value === "string" && value.trim() !== "";

/** The caller's name in a token: the first of the site's claims that has one. */
export const nameInClaims = (
  claims: Readonly<Record<string, unknown>>,
  nameClaims: readonly string[],
): string | undefined => nameClaims.map((claim) => claims[claim]).find(isNonBlank);

/** The recorded caller of a write without a name: `unnamed` where the site asks for credentials, because that is a fault there. */
export const namelessCaller: Readonly<Record<Site["auth"]["scheme"], string>> = {
  none: "anonymous",
  iam: "unnamed",
  apiKey: "unnamed",
  jwt: "unnamed",
};

/** The name of a request's caller, as the gateway has checked it (specification §5); `undefined` without one. */
export const callerOf = ({ auth }: Site) => {
  const siteKeys = auth.scheme === "apiKey" ? auth.keys : [];
  type NameIn = (context: APIGatewayProxyEvent["requestContext"]) => string | null | undefined;
  const nameReaders: Record<Site["auth"]["scheme"], NameIn> = {
    none: () => undefined,
    iam: ({ identity }) => identity?.userArn,
    // A key that was made by hand says no name: its id is recorded.
    apiKey: ({ identity }) => nameInKey(identity?.apiKey, siteKeys) ?? identity?.apiKeyId,
    jwt: ({ authorizer }) => authorizer?.name,
  };
  return ({ requestContext }: Pick<APIGatewayProxyEvent, "requestContext">): string | undefined => {
    const name = nameReaders[auth.scheme](requestContext);
    return name ? shownName(name) : undefined;
  };
};
