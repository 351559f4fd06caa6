import type { IncomingMessage } from "node:http";
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

/** Decompresses a body. `undefined` if it does not have the form that its Content-Encoding names, or if that one is not known. */
export const decompressed = async (body: Buffer, coding = "identity"): Promise<Buffer | undefined> => {
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
