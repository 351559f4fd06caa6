import type { ConditionOf } from "#lib/errors.ts";
import type { Answer } from "./answer.ts";
import type { Received } from "./event.ts";

type Unreadable = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

/** A correct request line, except that node:http does not know its method. */
const requestLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\S+) HTTP\/(1\.[01])\r\n/;

/**
 * The condition for something that node:http could not read as a request. No condition is made for it alone, and a client's mistake never
 * gets a 5xx. Headers that are too large: `bodyTooLarge`. A request that broke off: "send it again", because nothing was recorded. An
 * unknown method: like any wrong method. Everything else: like an unknown address.
 */
export const unreadable = async (
  { code, rawPacket }: Unreadable,
  refused: (condition: ConditionOf<"gateway">) => Answer,
  invoke: (received: Received) => Promise<Answer>,
): Promise<Answer> => {
  if (code === "HPE_HEADER_OVERFLOW") return refused("bodyTooLarge");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return refused("throttled");
  const line =
    code === "HPE_INVALID_METHOD" ? requestLine.exec(rawPacket?.toString("latin1") ?? "") : null;
  const [, method, target, httpVersion] = line ?? [];
  if (method && target && httpVersion)
    return invoke({
      method,
      target,
      httpVersion,
      rawHeaders: [],
      sourceIp: "127.0.0.1",
      body: Buffer.alloc(0),
    });
  return refused("unknownRoute");
};
