import { randomUUID } from "node:crypto";
import type { gatewayErrors } from "#lib/http/gateway-error.ts";
import { type Answer, answerOf } from "./answer.ts";
import type { Received } from "./event.ts";

type Unreadable = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

/** A request line that is right but for a method that node:http does not know. */
const requestLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\S+) HTTP\/(1\.[01])\r\n/;

/**
 * The answer to what node:http could not read as a request. There is no condition for it alone, and a client's fault is never
 * a 5xx: headers beyond the size that is read are too large; a client that stopped half-way is told to send again, for nothing was
 * recorded; a method that nobody has heard of is answered like any wrong method; and anything else names no address of this service.
 */
export const unreadable = async (
  { code, rawPacket }: Unreadable,
  gatewayError: ReturnType<typeof gatewayErrors>,
  invoke: (received: Received) => Promise<Answer>,
): Promise<Answer> => {
  if (code === "HPE_HEADER_OVERFLOW") return answerOf(gatewayError("bodyTooLarge"), randomUUID());
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return answerOf(gatewayError("throttled"), randomUUID());
  const line = code === "HPE_INVALID_METHOD" ? requestLine.exec(rawPacket?.toString("latin1") ?? "") : null;
  const [, method, target, httpVersion] = line ?? [];
  if (method && target && httpVersion)
    return invoke({ method, target, httpVersion, rawHeaders: [], sourceIp: "127.0.0.1", body: Buffer.alloc(0) });
  return answerOf(gatewayError("unknownRoute"), randomUUID());
};
