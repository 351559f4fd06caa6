import type { IncomingMessage } from "node:http";

/** The largest body in bytes that API Gateway accepts. The site's own limit is smaller; the functions check it. */
export const mostTaken = 10 * 1_048_576;

/**
 * Reads the body of a request. One that is too large is read to its end and not kept: if the connection were closed earlier, it would be reset,
 * and the client would never read the answer. `gone`: the client has closed the connection.
 */
export const readBody = async (request: IncomingMessage): Promise<Buffer | "tooLarge" | "gone"> => {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      size += chunk.length;
      if (size <= mostTaken) chunks.push(chunk);
    }
  } catch {
    return "gone";
  }
  return size > mostTaken ? "tooLarge" : Buffer.concat(chunks);
};
