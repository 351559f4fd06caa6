import { decomposeUnverifiedJwt } from "aws-jwt-verify/jwt";
import { AwsV4Signer } from "aws4fetch";
import * as z from "zod";
import { localKeys } from "#infra/local/authenticate-key.ts";
import { usageError } from "#infra/usage-error.ts";
import { nameInClaims, nameInKey, namelessCaller, shownName } from "#lib/gate/caller.ts";
import type { Site } from "#lib/site/schema.ts";
import { isLoopback } from "../contract/address.ts";
import type { SignRequest } from "../contract/request.ts";

/** As whom the service should record what these credentials send; or why that cannot be known. */
export type ExpectedCaller =
  | { readonly called: string; readonly is: (who: string) => boolean }
  | { readonly unknown: string };

/** `sign` is absent where no credentials are checked. */
type SiteCredentials = { readonly sign?: SignRequest; readonly caller: ExpectedCaller };

type AuthOf<Scheme extends Site["auth"]["scheme"]> = Extract<Site["auth"], { scheme: Scheme }>;

const callerNamed = (name: string): ExpectedCaller => ({ called: name, is: (who) => who === name });

const missingCredentials = (scheme: string, names: string) =>
  usageError(`The site asks for credentials (auth: ${scheme}): set ${names}.`);

/** Signs requests for API Gateway with AWS Signature Version 4, in the region of its host name, which a custom domain does not have. */
const awsSigner = (address: string, env: NodeJS.ProcessEnv): SignRequest => {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey)
    throw missingCredentials("iam", "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
  const named = new URL(address).hostname.endsWith(".amazonaws.com");
  const region = named ? undefined : env.AWS_REGION || env.AWS_DEFAULT_REGION;
  if (!named && !region)
    throw missingCredentials("iam", "AWS_REGION, which a custom domain does not have");
  const sessionToken = env.AWS_SESSION_TOKEN;
  const keys = { accessKeyId, secretAccessKey, sessionToken, region, service: "execute-api" };
  return async ({ method, url: { href: url }, headers, body }) => {
    const request = { ...keys, method, url, headers, body, allHeaders: true };
    return Object.fromEntries((await new AwsV4Signer(request).sign()).headers);
  };
};

const TokenResponse = z.object({ access_token: z.string() });

/** Asks the issuer for a token (RFC 6749 §4.4), so that no token that expires has to be kept anywhere. */
const tokenFrom = async (address: string, audience: string, id: string, secret: string) => {
  const user = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
  const response = await fetch(address, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(user).toString("base64")}` },
    body: new URLSearchParams({ grant_type: "client_credentials", audience }),
  });
  const { data } = TokenResponse.safeParse(await response.json().catch(() => undefined));
  if (response.ok && data) return data.access_token;
  throw new Error(`The issuer gave no token: ${address} answered ${response.status}.`);
};

const tokenOf = async (audience: string, env: NodeJS.ProcessEnv): Promise<string> => {
  const { SMOKE_TOKEN, SMOKE_TOKEN_URL: url, SMOKE_CLIENT_ID: id, SMOKE_CLIENT_SECRET } = env;
  if (SMOKE_TOKEN) return SMOKE_TOKEN;
  if (url && id && SMOKE_CLIENT_SECRET) return tokenFrom(url, audience, id, SMOKE_CLIENT_SECRET);
  throw missingCredentials(
    "jwt",
    "SMOKE_TOKEN, or SMOKE_TOKEN_URL, SMOKE_CLIENT_ID and SMOKE_CLIENT_SECRET",
  );
};

/** The service verifies the token; here only its name is read. */
const callerOfToken = (token: string, { nameClaims }: AuthOf<"jwt">): ExpectedCaller => {
  try {
    const name = nameInClaims(decomposeUnverifiedJwt(token).payload, nameClaims);
    return name === undefined ? { unknown: "the token has no name" } : callerNamed(shownName(name));
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

/** A key that `npm run keys` made has its name in its value; of another one the gateway alone knows the name. */
const callerOfKey = (value: string, { keys }: AuthOf<"apiKey">): ExpectedCaller => {
  const name = nameInKey(value, keys);
  if (name !== undefined) return callerNamed(name);
  return {
    called: "one of the site's keys",
    is: (who) => keys.includes(who) && !Object.values(namelessCaller).includes(who),
  };
};

const withKey = (
  site: Pick<Site, "name"> & { readonly auth: AuthOf<"apiKey"> },
  url: string,
  { SMOKE_API_KEY: given }: NodeJS.ProcessEnv,
): SiteCredentials => {
  if (!given && !isLoopback(url)) throw missingCredentials("apiKey", "SMOKE_API_KEY");
  const [[local = "", value = ""] = []] = localKeys(site);
  const headers = { "x-api-key": given || value };
  return {
    sign: async () => headers,
    caller: given ? callerOfKey(given, site.auth) : callerNamed(local),
  };
};

const withSignature = (url: string, env: NodeJS.ProcessEnv): SiteCredentials =>
  isLoopback(url)
    ? { caller: { unknown: "signatures are not checked on this machine" } }
    : {
        sign: awsSigner(url, env),
        caller: { called: "an ARN", is: (who) => who.startsWith("arn:") },
      };

/**
 * The credentials of the environment, as the site asks for them (specification §5 leaves it open). None are sent where none are checked:
 * the site has no authentication, or it is IAM's, which the local stage cannot check.
 * @throws UsageError when the environment has none; Error when the issuer gives no token
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
