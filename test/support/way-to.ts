import { createServer, type IncomingHttpHeaders, request } from "node:http";
import { buffer, text } from "node:stream/consumers";
import { onLoopback } from "./loopback.ts";

type Asked = {
  readonly method: string;
  target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};
type Answered = { status: number; headers: IncomingHttpHeaders; body: string };

/** The fault of a request: none, no connection, an answer that never arrives, or another answer. */
export type Mishap =
  | "drop"
  | "lose"
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: object;
    }
  | undefined;

type Spoil = {
  /** May change the target and the headers that are passed on. */
  readonly meet?: (asked: Asked, passed: IncomingHttpHeaders) => Mishap;
  readonly change?: (answer: Answered, asked: Asked) => void;
};

const injected = { error_code: "X", message: "injected", domain: "test" };

/** A server in front of the service that changes requests and answers. */
export const wayTo = async (serviceUrl: string, { meet, change }: Spoil) => {
  const server = createServer(async (incoming, response) => {
    const { method = "", url: target = "", headers, socket } = incoming;
    const asked = { method, target, headers: { ...headers }, body: await text(incoming) };
    const mishap = meet?.(asked, headers);
    if (mishap === "drop") return socket.destroy();
    if (typeof mishap === "object") {
      response.writeHead(mishap.status, { "content-type": "application/json", ...mishap.headers });
      return response.end(JSON.stringify(mishap.body ?? injected));
    }
    // Each request has its own connection, because a kept one may just have been closed.
    const options = { method, headers, agent: false };
    const passed = request(serviceUrl + asked.target, options, async (from) => {
      const bytes = await buffer(from);
      const body = bytes.toString();
      const answer = { status: from.statusCode ?? 0, headers: { ...from.headers }, body };
      if (mishap === "lose") return socket.destroy();
      change?.(answer, asked);
      // Passes an unchanged body on as bytes, because it may be no text.
      const sent = answer.body === body ? bytes : Buffer.from(answer.body);
      answer.headers["content-length"] = String(sent.length);
      return response.writeHead(answer.status, answer.headers).end(sent);
    });
    return passed.once("error", () => socket.destroy()).end(asked.body);
  });
  return onLoopback(server);
};
