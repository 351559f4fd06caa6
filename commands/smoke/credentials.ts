import { hash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import { usageError } from "#infra/usage-error.ts";
import type { Site } from "#lib/site/schema.ts";
import { isLoopback } from "../contract/address.ts";
import type { Sign } from "../contract/request.ts";

type AwsKeys = Pick<
  ConstructorParameters<typeof AwsV4Signer>[0],
  "accessKeyId" | "secretAccessKey" | "sessionToken"
>;

/** Signs requests for API Gateway with AWS Signature Version 4; gives the headers to send. */
export const awsSigner =
  (keys: AwsKeys, region: string): Sign =>
  async ({ method, url: { href: url }, headers, body }) => {
    const request = { method, url, body, region, service: "execute-api", allHeaders: true };
    const given = { ...headers, "x-amz-content-sha256": hash("sha256", body ?? "") };
    const signed = await new AwsV4Signer({ ...keys, ...request, headers: given }).sign();
    return Object.fromEntries(signed.headers);
  };

/** The region of a gateway: in its own host name; a custom domain does not have it. */
export const regionOf = (url: URL, env: NodeJS.ProcessEnv): string | undefined =>
  /\.execute-api\.([a-z0-9-]+)\.amazonaws\.com/.exec(url.hostname)?.[1] ??
  (env.AWS_REGION || env.AWS_DEFAULT_REGION || undefined);

const missing = (scheme: string, names: string) =>
  usageError(`The site asks for credentials (auth: ${scheme}): set ${names}.`);

const fromEnvironment = (url: string, env: NodeJS.ProcessEnv): Sign => {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey)
    throw missing("iam", "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
  const region = regionOf(new URL(url), env);
  if (!region) throw missing("iam", "AWS_REGION, which a custom domain does not have");
  return awsSigner({ accessKeyId, secretAccessKey, sessionToken: env.AWS_SESSION_TOKEN }, region);
};

/** Asks the issuer for a token (RFC 6749 §4.4), so that no token that expires has to be kept anywhere. */
const tokenFrom = async (address: string, audience: string, id: string, secret: string) => {
  const user = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
  const response = await fetch(address, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(user).toString("base64")}` },
    body: new URLSearchParams({ grant_type: "client_credentials", audience }),
  });
  type Given = { readonly access_token?: unknown };
  const { access_token: token } = (await response.json().catch(() => ({}))) as Given;
  if (!response.ok || typeof token !== "string")
    throw new Error(`The issuer gave no token: ${address} answered ${response.status}.`);
  return token;
};

const bearer = async (audience: string, env: NodeJS.ProcessEnv): Promise<Sign> => {
  const { SMOKE_TOKEN_URL: url, SMOKE_CLIENT_ID: id, SMOKE_CLIENT_SECRET: secret } = env;
  let token = env.SMOKE_TOKEN;
  if (!token && url && id && secret) token = await tokenFrom(url, audience, id, secret);
  if (!token)
    throw missing(
      "jwt",
      "SMOKE_TOKEN, or SMOKE_TOKEN_URL, SMOKE_CLIENT_ID and SMOKE_CLIENT_SECRET",
    );
  return async () => ({ authorization: `Bearer ${token}` });
};

/**
 * The credentials of the environment, as the site asks for them (specification §5 leaves it open); `undefined` where nobody asks:
 * the site has no authentication, or it is IAM's, which the local stage cannot check.
 * @throws UsageError when the environment has none; Error when the issuer gives no token
 */
export const credentialsFor = async (
  site: Pick<Site, "auth" | "name">,
  url: string,
  env: NodeJS.ProcessEnv,
): Promise<Sign | undefined> => {
  const { auth } = site;
  switch (auth.scheme) {
    case "none":
      return undefined;
    case "iam":
      return isLoopback(url) ? undefined : fromEnvironment(url, env);
    case "apiKey": {
      const key = env.SMOKE_API_KEY;
      if (!key && !isLoopback(url)) throw missing("apiKey", "SMOKE_API_KEY");
      const headers = key ? { "x-api-key": key } : localCredentials(site);
      return async () => headers;
    }
    case "jwt":
      return bearer(auth.audience, env);
  }
};
