import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { startTlsServer } from "./tls-server.ts";

type Json = Readonly<Record<string, unknown>>;
type Pair = { readonly publicKey: KeyObject; readonly privateKey: KeyObject };

const part = (value: Json) => Buffer.from(JSON.stringify(value)).toString("base64url");

export const newPair = (): Pair => generateKeyPairSync("ec", { namedCurve: "P-256" });
export const jwk = ({ publicKey }: Pair, kid: string): Json => ({
  ...publicKey.export({ format: "jwk" }),
  kid,
  use: "sig",
  alg: "ES256",
});

/** A token with these claims; `header` may contradict the signature. */
export const tokenOf = ({ privateKey }: Pair, claims: Json, header: Json = {}): string => {
  const signed = `${part({ alg: "ES256", kid: "first", ...header })}.${part(claims)}`;
  return `${signed}.${sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
};

/** An issuer of tokens that publishes its keys over TLS on loopback; this process trusts its certificate. */
export const startIssuer = async () => {
  const pair = newPair();
  const issuer = {
    pair,
    /** The published document; text is sent unchanged. */
    published: { keys: [jwk(pair, "first")] } as object | string,
    status: 200,
    fetches: 0,
  };
  const { url, stop } = await startTlsServer((_, response) => {
    issuer.fetches += 1;
    const { published, status } = issuer;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof published === "string" ? published : JSON.stringify(published));
  });
  return Object.assign(issuer, { url: `${url}/keys`, stop });
};
