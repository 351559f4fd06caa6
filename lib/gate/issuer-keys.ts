import { JwtVerifier } from "aws-jwt-verify";
import { SimpleFetcher } from "aws-jwt-verify/https";
import { SimpleJwksCache } from "aws-jwt-verify/jwk";
import { type Clock, systemClock } from "../clock.ts";
import { logEvent } from "../log.ts";
import type { Site } from "../site/schema.ts";

export type JwtAuth = Extract<Site["auth"], { scheme: "jwt" }>;

/** For one fetch of the issuer's keys; the library tries twice. */
const fetchTimeoutMs = 1_500;
/** Fetched keys are used for so long, even one that its issuer has withdrawn. */
const keyLifetimeMs = 3_600_000;
/** An issuer that did not answer is asked again after this time. */
const refetchDelayMs = 60_000;

const verifierOf = ({ issuer, audience, jwks }: JwtAuth) => {
  const fetcher = new SimpleFetcher({ defaultRequestOptions: { responseTimeout: fetchTimeoutMs } });
  return JwtVerifier.create(
    { issuer, audience, jwksUri: jwks },
    { jwksCache: new SimpleJwksCache({ fetcher }) },
  );
};

type TokenVerifier = ReturnType<typeof verifierOf>;

/**
 * Returns a verifier with the issuer's keys. Because the library keeps a key as long as the process lives, a new verifier is made each hour.
 * If the issuer does not answer then, the old keys are used on.
 * @throws FetchError, JwksValidationError or JwkValidationError if there are no keys at all
 */
export const issuerKeys = (
  auth: JwtAuth,
  { now }: Pick<Clock, "now"> = systemClock,
): (() => Promise<TokenVerifier>) => {
  let current: { readonly verifier: TokenVerifier; readonly until: number } | undefined;
  return async () => {
    if (current && now() < current.until) return current.verifier;
    const verifier = verifierOf(auth);
    try {
      await verifier.hydrate();
      current = { verifier, until: now() + keyLifetimeMs };
    } catch (error) {
      logEvent(current ? "keysNotRenewed" : "keysNotFetched", { error });
      if (!current) throw error;
      current = { ...current, until: now() + refetchDelayMs };
    }
    return current.verifier;
  };
};
