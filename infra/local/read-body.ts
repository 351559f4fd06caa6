import type { IncomingMessage } from "node:http";
import { finished } from "node:stream/promises";
import { promisify } from "node:util";
import { gunzip, inflate } from "node:zlib";

/** The largest body in bytes that API Gateway accepts. The site's own limit is smaller; the functions check it. */
export const mostTaken = 10 * 1_048_576;

/** How much of a refused body is read at most: bytes, and milliseconds. */
const mostDiscarded = 32 * 1_048_576;
const longestDiscard = 5_000;

/**
 * Reads the body of a request, at most `limit` bytes.
 * `tooLarge` if the request declares a larger body, otherwise as soon as the limit is passed; so never more than the limit is in memory.
 * `gone` means that the client has closed the connection.
 */
export const readBody = async (
  request: IncomingMessage,
  limit: number,
): Promise<Buffer | "tooLarge" | "gone"> => {
  if (Number(request.headers["content-length"] ?? 0) > limit) return "tooLarge";
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > limit) return "tooLarge";
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch {
    return "gone";
  }
};

const codings: Readonly<Record<string, (body: Buffer) => Promise<Buffer>>> = {
  identity: async (body) => body,
  gzip: (body) => promisify(gunzip)(body, { maxOutputLength: mostTaken }),
  deflate: (body) => promisify(inflate)(body, { maxOutputLength: mostTaken }),
};

/** Decompresses a body. `undefined` if it does not have the form that its Content-Encoding names, or if that one is not known. */
export const decompressed = async (
  body: Buffer,
  coding = "identity",
): Promise<Buffer | undefined> => {
  try {
    return await codings[coding.toLowerCase()]?.(body);
  } catch {
    return undefined;
  }
};

/**
 * Reads the rest of a refused body, up to a limit. If the connection were closed while the client still sends, it would be reset, and
 * the client would never read the answer.
 */
export const discardBody = async (request: IncomingMessage): Promise<void> => {
  const enough = new AbortController();
  let size = 0;
  request.on("data", ({ length }: Buffer) => {
    size += length;
    if (size > mostDiscarded) enough.abort();
  });
  await finished(request, {
    signal: AbortSignal.any([enough.signal, AbortSignal.timeout(longestDiscard)]),
  }).catch(() => {});
};
