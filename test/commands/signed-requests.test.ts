import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { type SignRequest, senderTo } from "../../commands/contract/request.ts";
import { credentialsFor } from "../../commands/smoke/credentials.ts";
import { onLoopback } from "../support/loopback.ts";

const site = { name: "demo", auth: { scheme: "iam", allowed: false } } as const;
const secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
const env = {
  ...{ AWS_ACCESS_KEY_ID: "AKIDEXAMPLE", AWS_SECRET_ACCESS_KEY: secret },
  ...{ AWS_SESSION_TOKEN: "token", AWS_REGION: "eu-central-1" },
};

const hash = (value: string) => createHash("sha256").update(value).digest("hex");
const hmac = (key: string | Buffer, value: string) =>
  createHmac("sha256", key).update(value).digest();
const encodeComponent = (value: string) =>
  encodeURIComponent(value).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The received headers. @throws Error if one came twice, or with two values */
const headersOf = ({ rawHeaders }: IncomingMessage): Map<string, string> => {
  const headers = new Map<string, string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? "").toLowerCase();
    if (headers.has(name)) throw new Error(`${name} came twice`);
    headers.set(name, (rawHeaders[at + 1] ?? "").trim());
  }
  if (headers.get("idempotency-key")?.includes(","))
    throw new Error(`two keys: ${headers.get("idempotency-key")}`);
  return headers;
};

const authorization =
  /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/((\d{8})\/([\w-]+)\/([\w-]+)\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** Why a received request's AWS Signature Version 4 is wrong, by the algorithm in AWS's documents; `undefined` if it is right. */
const wrongIn = (request: IncomingMessage, body: string): string | undefined => {
  const headers = headersOf(request);
  const parts = authorization.exec(headers.get("authorization") ?? "");
  if (!parts) return "no signature";
  const [, scope = "", date = "", region = "", service = "", names = "", signature] = parts;
  const signed = names.split(";");
  const unsigned = ["host", "idempotency-key"].filter((name) => !signed.includes(name));
  if (headers.has("idempotency-key") && unsigned.length > 0) return `not signed: ${unsigned}`;
  const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
  const query = [...searchParams].map((pair) => pair.map(encodeComponent).join("=")).toSorted();
  const canonical = [
    ...[request.method, pathname, query.join("&")],
    ...[...signed.map((name) => `${name}:${headers.get(name)}`), "", names, hash(body)],
  ].join("\n");
  const toSign = `AWS4-HMAC-SHA256\n${headers.get("x-amz-date")}\n${scope}\n${hash(canonical)}`;
  const key = [date, region, service, "aws4_request"].reduce<string | Buffer>(
    hmac,
    `AWS4${secret}`,
  );
  return hmac(key, toSign).toString("hex") === signature ? undefined : "wrong signature";
};

/** Sends to a server that answers 200 to a correct signature, and otherwise says what is wrong with it. */
const sendSigned = async (
  request: Parameters<ReturnType<typeof senderTo>>[0],
  change = (sign: SignRequest): SignRequest => sign,
) => {
  const server = createServer(async (received, response) => {
    const body = await text(received);
    let wrong: string | undefined;
    try {
      wrong = wrongIn(received, body);
    } catch (error) {
      wrong = (error as Error).message;
    }
    response.writeHead(wrong ? 403 : 200).end(wrong);
  });
  const { url, stop } = await onLoopback(server);
  onTestFinished(stop);
  // Requests to loopback are not signed.
  const { sign } = await credentialsFor(site, "https://lager.example.org", env);
  const { status, text: why } = await senderTo(url, sign && change(sign))(request);
  return [status, why];
};

const writeRequest = {
  method: "POST",
  target: "/box",
  headers: { "content-type": "application/json", "Idempotency-Key": "smoke-0123456789-abc" },
  body: '{"box_no":"BX4","zongpai":"PO4-1","quantity":2}',
};

describe("a signed request", () => {
  it("arrives with one idempotency key and a right signature", async () => {
    expect(await sendSigned(writeRequest)).toEqual([200, ""]);
  });

  it("has its query in the signature", async () => {
    const target = "/box/info?box_no=BX4&note=%C3%BC+b%2A";
    expect(await sendSigned({ method: "GET", target, headers: {} })).toEqual([200, ""]);
  });

  it("is refused with another body than was signed", async () => {
    const other =
      (sign: SignRequest): SignRequest =>
      (request) =>
        sign({ ...request, body: "{}" });
    expect(await sendSigned(writeRequest, other)).toEqual([403, "wrong signature"]);
  });
});
