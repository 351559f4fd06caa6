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
 * Makes the check of who sent a request, as the site answered. Only AWS can check IAM, so here it is not enforced.
 * @throws Error if something that the check needs is missing: a gateway that cannot check must not be open
 */
export const authenticator = (
  { auth }: Site,
  { apiKeys, authorizerOf }: Credentials,
): Authenticate => {
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
