import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gunzip, inflate } from "node:zlib";

/** Bytes of a body that API Gateway takes. The site's own limit is smaller, and the functions' to enforce. */
export const mostTaken = 10 * 1_048_576;

/** More than this of a refused body is not waited for: bytes, and milliseconds. */
const mostDiscarded = 32 * 1_048_576;
const longestDiscard = 5_000;

/**
 * The body of a request, of at most `limit` bytes.
 * `tooLarge` is told by the length that the request declares, else as soon as the limit is passed, so that no more than the limit
 * is ever held; `gone` means that the client left.
 */
export const readBody = (request: IncomingMessage, limit: number): Promise<Buffer | "tooLarge" | "gone"> => {
  if (Number(request.headers["content-length"] ?? 0) > limit) return Promise.resolve("tooLarge");
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (outcome: Buffer | "tooLarge" | "gone") => {
      request.off("data", take).pause();
      resolve(outcome);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return chunks.push(chunk);
      chunks.length = 0;
      settle("tooLarge");
    };
    request
      .on("data", take)
      .once("end", () => settle(Buffer.concat(chunks)))
      .once("error", () => settle("gone"))
      .once("close", () => settle("gone"));
  });
};

const codings: Readonly<Record<string, (body: Buffer) => Promise<Buffer>>> = {
  identity: async (body) => body,
  gzip: (body) => promisify(gunzip)(body, { maxOutputLength: mostTaken }),
  deflate: (body) => promisify(inflate)(body, { maxOutputLength: mostTaken }),
};

/** A body as it was before its sender compressed it; `undefined` when it is not what its Content-Encoding says, or in one that is not known. */
export const decompressed = async (body: Buffer, coding = "identity"): Promise<Buffer | undefined> => {
  try {
    return await codings[coding.toLowerCase()]?.(body);
  } catch {
    return undefined;
  }
};

/**
 * Lets the rest of a refused body run out, within bounds. A connection that is closed while its client still sends is reset,
 * and a reset takes the answer with it before the client has read it.
 */
export const discardBody = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    if (request.readableEnded || request.destroyed) return resolve();
    let size = 0;
    const timer = setTimeout(resolve, longestDiscard);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    request
      .on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > mostDiscarded) done();
      })
      .once("end", done)
      .once("error", done)
      .once("close", done)
      .resume();
  });
