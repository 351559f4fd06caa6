import type { Site } from "#lib/site/schema.ts";
import { byKey } from "./authenticate-key.ts";
import { type Authorizer, byToken } from "./authenticate-token.ts";
import { type Authenticate, nobody } from "./event.ts";

export type Credentials = {
  /** The value of each key, by its name. */
  readonly apiKeys?: ReadonlyMap<string, string>;
  readonly authorizerOf?: () => Promise<Authorizer>;
};

/**
 * How the gateway finds out who sent a request, by the site's answer. IAM is AWS's own to check: here it is not enforced.
 * @throws Error when what it takes to check is missing: a gateway that cannot tell must not stand open
 */
export const authenticator = ({ auth }: Site, { apiKeys, authorizerOf }: Credentials): Authenticate => {
  if (auth.scheme === "apiKey") {
    if (!apiKeys) throw new Error("A gateway of a site with API keys needs their values.");
    return byKey(apiKeys);
  }
  if (auth.scheme === "jwt") {
    if (!authorizerOf) throw new Error("A gateway of a site with tokens needs an authorizer.");
    return byToken(authorizerOf);
  }
  return async () => nobody;
};
