import { decomposeUnverifiedJwt } from "aws-jwt-verify/jwt";
import { AwsV4Signer } from "aws4fetch";
import * as z from "zod";
import { keysOfSample, localKeys } from "#infra/local/authenticate-key.ts";
import { usageError } from "#infra/usage-error.ts";
import { nameInClaims, nameInKey, namelessCaller, shownName } from "#lib/gate/caller.ts";
import type { Site } from "#lib/site/schema.ts";
import { isLoopback } from "../contract/address.ts";
import type { SignRequest } from "../contract/request.ts";

/** The caller that the service should record for these credentials, or the reason why it is unknown. */
export type ExpectedCaller =
  | { readonly description: string; readonly isName: (who: string) => boolean }
  | { readonly unknown: string };

/** Without `sign`, requests have no credentials, because the service checks none. */
type SiteCredentials = { readonly sign?: SignRequest; readonly caller: ExpectedCaller };

type AuthOf<Scheme extends Site["auth"]["scheme"]> = Extract<Site["auth"], { scheme: Scheme }>;

const callerNamed = (name: string): ExpectedCaller => ({
  description: name,
  isName: (who) => who === name,
});

const missingCredentials = (scheme: string, names: string) =>
  usageError(`The site needs credentials (auth: ${scheme}): set ${names}.`);

/** Signs requests for API Gateway with AWS Signature Version 4. The region comes from the host name, so a custom domain does not work. */
const awsSigner = (address: string, env: NodeJS.ProcessEnv): SignRequest => {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey)
    throw missingCredentials("iam", "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
  const isRegional = new URL(address).hostname.endsWith(".amazonaws.com");
  const region = isRegional ? undefined : env.AWS_REGION || env.AWS_DEFAULT_REGION;
  if (!isRegional && !region)
    throw missingCredentials("iam", "AWS_REGION, which a custom domain does not have");
  const sessionToken = env.AWS_SESSION_TOKEN;
  const keys = { accessKeyId, secretAccessKey, sessionToken, region, service: "execute-api" };
  return async ({ method, url: { href: url }, headers, body }) => {
    const request = { ...keys, method, url, headers, body, allHeaders: true };
    const signed = await new AwsV4Signer(request).sign();
    return Object.fromEntries(signed.headers);
  };
};

const TokenResponse = z.object({ access_token: z.string() });

/** Requests a token from the issuer (RFC 6749 §4.4), so that no setting contains a token that expires. */
const requestToken = async (address: string, audience: string, id: string, secret: string) => {
  const user = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
  const response = await fetch(address, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(user).toString("base64")}` },
    body: new URLSearchParams({ grant_type: "client_credentials", audience }),
  }).catch(() => {
    throw new Error(`The issuer gave no token: ${address} does not answer.`);
  });
  const body = await response.json().catch(() => undefined);
  const { data } = TokenResponse.safeParse(body);
  if (response.ok && data) return data.access_token;
  throw new Error(`The issuer gave no token: ${address} answered ${response.status}.`);
};

const tokenOf = async (audience: string, env: NodeJS.ProcessEnv): Promise<string> => {
  const { SMOKE_TOKEN, SMOKE_TOKEN_URL: url, SMOKE_CLIENT_ID: id, SMOKE_CLIENT_SECRET } = env;
  if (SMOKE_TOKEN) return SMOKE_TOKEN;
  if (url && id && SMOKE_CLIENT_SECRET) return requestToken(url, audience, id, SMOKE_CLIENT_SECRET);
  throw missingCredentials(
    "jwt",
    "SMOKE_TOKEN, or SMOKE_TOKEN_URL, SMOKE_CLIENT_ID and SMOKE_CLIENT_SECRET",
  );
};

/** The caller's name in a token. The service verifies the token, so this only reads it. */
const callerOfToken = (token: string, { nameClaims }: AuthOf<"jwt">): ExpectedCaller => {
  try {
    const name = nameInClaims(decomposeUnverifiedJwt(token).payload, nameClaims);
    if (name === undefined) return { unknown: "the token has no name" };
    return callerNamed(shownName(name));
  } catch {
    return { unknown: "the token cannot be read" };
  }
};

const withToken = async (auth: AuthOf<"jwt">, env: NodeJS.ProcessEnv): Promise<SiteCredentials> => {
  const token = await tokenOf(auth.audience, env);
  return {
    sign: async () => ({ authorization: `Bearer ${token}` }),
    caller: callerOfToken(token, auth),
  };
};

/** The caller of a key. The value of a key from `npm run keys` contains the name. Only the gateway knows the names of other keys. */
const callerOfKey = (value: string, keys: readonly string[]): ExpectedCaller => {
  const name = nameInKey(value, keys);
  if (name !== undefined) return callerNamed(name);
  return {
    description: "one of the site's keys",
    isName: (who) => keys.includes(who) && !Object.values(namelessCaller).includes(who),
  };
};

const withKey = (
  site: Pick<Site, "name"> & { readonly auth: AuthOf<"apiKey"> },
  url: string,
  { SMOKE_API_KEY: givenKey }: NodeJS.ProcessEnv,
): SiteCredentials => {
  if (!givenKey && !isLoopback(url)) throw missingCredentials("apiKey", "SMOKE_API_KEY");
  const [[localName = "", value = ""] = []] = localKeys(site);
  // With sample data, a local stage gives its first key to a person.
  const [personOfSample = localName] = keysOfSample(site).keys();
  const { keys } = site.auth;
  const headers = { "x-api-key": givenKey || value };
  return {
    sign: async () => headers,
    caller: givenKey
      ? callerOfKey(givenKey, isLoopback(url) ? [...keys, personOfSample] : keys)
      : { description: localName, isName: (who) => who === localName || who === personOfSample },
  };
};

const withSignature = (url: string, env: NodeJS.ProcessEnv): SiteCredentials => {
  if (isLoopback(url)) return { caller: { unknown: "signatures are not checked on this machine" } };
  const isName = (who: string) => who.startsWith("arn:");
  return { sign: awsSigner(url, env), caller: { description: "an ARN", isName } };
};

/**
 * The credentials in the environment, as the site requires (specification §5 leaves this open). None for a site without authentication, or
 * for a local stage with IAM, which cannot verify them.
 * @throws UsageError if the environment has none; Error if the issuer issues no token
 */
export const credentialsFor = async (
  { auth, name }: Pick<Site, "auth" | "name">,
  url: string,
  env: NodeJS.ProcessEnv,
): Promise<SiteCredentials> => {
  switch (auth.scheme) {
    case "none":
      return { caller: callerNamed(namelessCaller.none) };
    case "iam":
      return withSignature(url, env);
    case "apiKey":
      return withKey({ name, auth }, url, env);
    case "jwt":
      return withToken(auth, env);
  }
};
