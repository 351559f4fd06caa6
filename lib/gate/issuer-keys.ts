import { JwtVerifier } from "aws-jwt-verify";
import { SimpleFetcher } from "aws-jwt-verify/https";
import { SimpleJwksCache } from "aws-jwt-verify/jwk";
import { logEvent } from "../log.ts";
import type { Site } from "../site/schema.ts";

/** The site's answer, where scanners carry tokens. */
export type JwtAuth = Extract<Site["auth"], { scheme: "jwt" }>;

/** Milliseconds for one fetch of the issuer's keys; the library tries a second time. */
const fetchTimeout = 1_500;
/** Milliseconds for which fetched keys serve: so long may a key that its issuer withdrew be honoured. */
const serveFor = 3_600_000;
/** Milliseconds until an issuer that did not answer is asked again. */
const askAgain = 60_000;

const verifierOf = ({ issuer, audience, jwks }: JwtAuth) => {
  const fetcher = new SimpleFetcher({ defaultRequestOptions: { responseTimeout: fetchTimeout } });
  return JwtVerifier.create({ issuer, audience, jwksUri: jwks }, { jwksCache: new SimpleJwksCache({ fetcher }) });
};

type Verifier = ReturnType<typeof verifierOf>;

/**
 * Gives a verifier that holds the issuer's keys. The library keeps a key for as long as the process lives; here a new verifier takes
 * over each hour, so that a withdrawn key goes, too. An issuer that is away then does not stop the warehouse: the keys serve on.
 * The verifier itself asks for a key that it does not know, at most once in ten seconds.
 * @throws FetchError, JwksValidationError or JwkValidationError when there are no keys at all
 */
export const issuerKeys = (auth: JwtAuth): (() => Promise<Verifier>) => {
  let held: { readonly verifier: Verifier; readonly until: number } | undefined;
  return async () => {
    if (held && Date.now() < held.until) return held.verifier;
    const verifier = verifierOf(auth);
    try {
      await verifier.hydrate();
      held = { verifier, until: Date.now() + serveFor };
    } catch (error) {
      logEvent(held ? "keysNotRenewed" : "keysNotFetched", { error });
      if (!held) throw error;
      held = { ...held, until: Date.now() + askAgain };
    }
    return held.verifier;
  };
};
