import { JwtVerifier } from "aws-jwt-verify";
import { SimpleFetcher } from "aws-jwt-verify/https";
import { SimpleJwksCache } from "aws-jwt-verify/jwk";
import { type Clock, systemClock } from "../clock.ts";
import { logEvent } from "../log.ts";
import type { Site } from "../site/schema.ts";

export type JwtAuth = Extract<Site["auth"], { scheme: "jwt" }>;

/** Milliseconds for one fetch of the issuer's keys; the library tries twice. */
const fetchTimeoutMs = 1_500;
/** Milliseconds for which fetched keys are used, even one that its issuer has withdrawn. */
const keyLifetimeMs = 3_600_000;
/** Milliseconds after which an issuer that did not answer is asked again. */
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
 * Returns a verifier with the issuer's keys, made anew each hour, because the library keeps a key as long as the process lives. If the issuer
 * does not answer then, the old keys are used on.
 * @throws FetchError, JwksValidationError or JwkValidationError if there are no keys at all
 */
export const issuerKeys = (
  auth: JwtAuth,
  { now }: Pick<Clock, "now"> = systemClock,
): (() => Promise<TokenVerifier>) => {
  let held: { readonly verifier: TokenVerifier; readonly until: number } | undefined;
  return async () => {
    if (held && now() < held.until) return held.verifier;
    const verifier = verifierOf(auth);
    try {
      await verifier.hydrate();
      held = { verifier, until: now() + keyLifetimeMs };
    } catch (error) {
      logEvent(held ? "keysNotRenewed" : "keysNotFetched", { error });
      if (!held) throw error;
      held = { ...held, until: now() + refetchDelayMs };
    }
    return held.verifier;
  };
};
