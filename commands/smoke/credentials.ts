import { AwsV4Signer } from "aws4fetch";
import * as z from "zod";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import { usageError } from "#infra/usage-error.ts";
import type { Site } from "#lib/site/schema.ts";
import { isLoopback } from "../contract/address.ts";
import type { Sign } from "../contract/request.ts";

const missing = (scheme: string, names: string) =>
  usageError(`The site asks for credentials (auth: ${scheme}): set ${names}.`);

/** Signs requests for API Gateway with AWS Signature Version 4, in the region of its host name, which a custom domain does not have. */
const awsSigner = (address: string, env: NodeJS.ProcessEnv): Sign => {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey)
    throw missing("iam", "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
  const named = new URL(address).hostname.endsWith(".amazonaws.com");
  const region = named ? undefined : env.AWS_REGION || env.AWS_DEFAULT_REGION;
  if (!named && !region) throw missing("iam", "AWS_REGION, which a custom domain does not have");
  const sessionToken = env.AWS_SESSION_TOKEN;
  const keys = { accessKeyId, secretAccessKey, sessionToken, region, service: "execute-api" };
  return async ({ method, url: { href: url }, headers, body }) => {
    const request = { ...keys, method, url, headers, body, allHeaders: true };
    return Object.fromEntries((await new AwsV4Signer(request).sign()).headers);
  };
};

const Token = z.object({ access_token: z.string() });

/** Asks the issuer for a token (RFC 6749 §4.4), so that no token that expires has to be kept anywhere. */
const tokenFrom = async (address: string, audience: string, id: string, secret: string) => {
  const user = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
  const response = await fetch(address, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(user).toString("base64")}` },
    body: new URLSearchParams({ grant_type: "client_credentials", audience }),
  });
  const { data } = Token.safeParse(await response.json().catch(() => undefined));
  if (response.ok && data) return data.access_token;
  throw new Error(`The issuer gave no token: ${address} answered ${response.status}.`);
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
      return isLoopback(url) ? undefined : awsSigner(url, env);
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
