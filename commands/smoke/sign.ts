import { createHash, createHmac } from "node:crypto";
import { SignatureV4 } from "@smithy/signature-v4";

export type AwsKeys = { readonly accessKeyId: string; readonly secretAccessKey: string; readonly sessionToken?: string };

/** What is signed of a request; `url` is the whole address. */
export type Signable = {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

type Bytes = string | ArrayBuffer | ArrayBufferView;

const bytesOf = (data: Bytes): Uint8Array =>
  typeof data === "string"
    ? Buffer.from(data)
    : data instanceof ArrayBuffer
      ? new Uint8Array(data)
      : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

/** SHA-256 as the signer asks for it, which makes it with `new`. */
class Sha256 {
  #hash;
  constructor(secret?: Bytes) {
    this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", bytesOf(secret));
  }
  update(data: Bytes): void {
    this.#hash.update(bytesOf(data));
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(new Uint8Array(this.#hash.digest()));
  }
  reset(): void {}
}

/** Signs requests for API Gateway with AWS Signature Version 4; gives the headers to send. */
export const awsSigner = (credentials: AwsKeys, region: string) => {
  const signer = new SignatureV4({ credentials, region, service: "execute-api", sha256: Sha256 });
  return async ({ method, url, headers, body }: Signable): Promise<Record<string, string>> => {
    const signed = await signer.sign({
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: { ...headers, host: url.host },
      body,
    });
    const { host, ...sent } = signed.headers;
    return sent;
  };
};

/** The region of a gateway: its own host name tells it, a custom domain does not. */
export const regionOf = (url: URL, env: NodeJS.ProcessEnv): string | undefined =>
  /\.execute-api\.([a-z0-9-]+)\.amazonaws\.com/.exec(url.hostname)?.[1] ?? (env.AWS_REGION || env.AWS_DEFAULT_REGION || undefined);
