import * as faults from "aws-jwt-verify/error";
import type {
  APIGatewayAuthorizerResult,
  APIGatewayTokenAuthorizerEvent,
  Context,
  PolicyDocument,
} from "aws-lambda";
import { logEvent, nameInvocation } from "../log.ts";
import type { Site } from "../site/schema.ts";
import { bearerPattern } from "./bearer-token.ts";
import { nameInClaims } from "./caller.ts";
import { issuerKeys, type JwtAuth } from "./issuer-keys.ts";
import { joinRoles, type RoleAddresses } from "./roles.ts";

type TokenClaims = Readonly<Record<string, unknown>>;

/** No answer of the issuer, or invalid keys: not the token's fault. */
const issuerFaults = [faults.FetchError, faults.JwksValidationError, faults.JwkValidationError];

class CriticalHeaderError extends Error {}

/** Why a token was refused, in our words: a bundler changes the names of the library's classes. */
const tokenRefusalReasons = [
  [faults.JwtParseError, "malformed"],
  [faults.JwtWithoutValidKidError, "noKeyId"],
  [faults.KidNotFoundInJwksError, "unknownKey"],
  // The issuer did not have it a moment ago.
  [faults.WaitPeriodNotYetEndedJwkError, "unknownKey"],
  [faults.JwtInvalidSignatureAlgorithmError, "algorithm"],
  [faults.JwtInvalidSignatureError, "signature"],
  [faults.JwtInvalidIssuerError, "issuer"],
  [faults.JwtInvalidAudienceError, "audience"],
  [faults.JwtExpiredError, "expired"],
  [faults.JwtNotBeforeError, "notYetValid"],
  [CriticalHeaderError, "critical"],
] as const;

/** The gateway answers 401 to exactly this message, and 500 to any other. */
const refuseToken = (reason: string): never => {
  logEvent("tokenRefused", { reason });
  throw new Error("Unauthorized");
};

/** The runtime logs the message, so it holds nothing from a library. */
const throwKeysUnavailable = (): never => {
  throw new Error("keys unavailable");
};

/** The caller's name. Checks what the site requires and the library does not. */
const checkedNameIn = (claims: TokenClaims, { requiredClaims, nameClaims }: JwtAuth): string => {
  // The library checks an expiry only if there is one.
  if (claims.exp === undefined) return refuseToken("noExpiry");
  if (Object.entries(requiredClaims).some(([name, value]) => claims[name] !== value))
    return refuseToken("claim");
  return nameInClaims(claims, nameClaims) ?? refuseToken("noName");
};

/** A text as it stands between the quotes of JSON: the gateway puts it into a line of its access log as it is. */
const textInJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Allows the addresses that a caller may call, or all: not this request alone, because the gateway keeps the policy for the token. */
const policyOf = (methodArn: string, addresses: readonly string[] = ["*"]): PolicyDocument => {
  const stage = methodArn.split("/", 2).join("/");
  // A policy must have a statement.
  const deniesAll = addresses.length === 0;
  const paths = deniesAll ? ["*"] : addresses;
  const statement: PolicyDocument["Statement"][number] = {
    Action: "execute-api:Invoke",
    Effect: deniesAll ? "Deny" : "Allow",
    Resource: paths.map((path) => `${stage}/${path}`),
  };
  return { Version: "2012-10-17", Statement: [statement] };
};

/**
 * The Lambda authorizer of a site whose scanners use tokens (specification §5). `allowed`: what the roles may call, if that matters.
 * @throws Error at once for a site without tokens. For a bad token the handler throws `Unauthorized` (the gateway answers 401). While the
 * issuer's keys are not available it throws another error (500), because the token may be good.
 */
export const tokenAuthorizer = (auth: Site["auth"], allowed?: RoleAddresses) => {
  if (auth.scheme !== "jwt")
    throw new Error(`This site answers auth: ${auth.scheme}; only jwt has an authorizer.`);
  const loadVerifier = issuerKeys(auth);
  const claimsOf = async (token: string): Promise<TokenClaims> => {
    const verifier = await loadVerifier().catch(throwKeysUnavailable);
    try {
      return await verifier.verify(token, {
        // RFC 7515 §4.1.11: we understand no extension, so none may be critical.
        customJwtCheck: ({ header }) => {
          if ("crit" in header) throw new CriticalHeaderError();
        },
      });
    } catch (error) {
      if (!issuerFaults.some((Fault) => error instanceof Fault)) {
        const reason = tokenRefusalReasons.find(([Type]) => error instanceof Type)?.[1];
        return refuseToken(reason ?? "other");
      }
      logEvent("keysNotFetched", { error });
      return throwKeysUnavailable();
    }
  };
  return async (
    { authorizationToken, methodArn }: APIGatewayTokenAuthorizerEvent,
    context: Context,
  ): Promise<APIGatewayAuthorizerResult> => {
    nameInvocation(context);
    const token = bearerPattern.exec(authorizationToken)?.[1] ?? refuseToken("malformed");
    const claims = await claimsOf(token);
    const name = checkedNameIn(claims, auth);
    const names = { name, loggedName: textInJson(name) };
    if (!auth.allowed || !allowed)
      return { principalId: name, policyDocument: policyOf(methodArn), context: names };
    const claimedRoles = [claims[auth.allowed.claim]].flat();
    const roles = Object.entries(allowed.roles).filter(([role]) => claimedRoles.includes(role));
    const roleAddresses = roles.flatMap(([, addresses]) => addresses);
    const addresses = [...allowed.everyCaller, ...roleAddresses];
    return {
      principalId: name,
      policyDocument: policyOf(methodArn, addresses),
      context: { ...names, roles: joinRoles(roles.map(([role]) => role)) },
    };
  };
};
