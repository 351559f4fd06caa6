import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  request as open,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

/** What goes wrong with one request to DynamoDB; the embedded engine does none of it by itself. */
export type Fault =
  | { readonly kind: "drop" }
  /** Passed on later, also when the sender gave up. */
  | { readonly kind: "delay"; readonly ms: number }
  /** Kept until `go`, whatever the sender does; `landed` is called when the engine has it. `lost`: the sender loses its connection at once. */
  | {
      readonly kind: "held";
      readonly go: Promise<void>;
      readonly landed: () => void;
      readonly lost?: boolean;
    }
  /** The answer breaks off in the middle. */
  | { readonly kind: "half" }
  /** Of several failed conditions only the last is reported. */
  | { readonly kind: "oneReason" }
  | { readonly kind: "error" | "throttle" | "conflict" }
  /** Refused as a fault of ours, in words of the request. */
  | { readonly kind: "echo" }
  /** The engine commits, and no answer arrives. */
  | { readonly kind: "answerLost" }
  /** The engine commits, and the answer is that of a fault. */
  | { readonly kind: "errorAfter" };

/** Says for an operation, such as `TransactWriteItems`, and its body what goes wrong. */
export type Faults = (operation: string, body: string) => Fault | undefined;

const refuse = (response: ServerResponse, status: number, type: string, extra: object = {}) => {
  response.writeHead(status, { "content-type": "application/x-amz-json-1.0" });
  const __type = `com.amazonaws.dynamodb.v20120810#${type}`;
  response.end(JSON.stringify({ __type, message: "injected", ...extra }));
};

const forward = async (engine: URL, { method, headers }: IncomingMessage, body: Buffer) => {
  const sent = { ...headers, host: engine.host, "content-length": body.length };
  const outgoing = open(engine, { method, headers: sent }).on("error", () => {});
  outgoing.end(body);
  const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
  return {
    status: answer.statusCode ?? 500,
    headers: answer.headers,
    bytes: await buffer(answer),
  };
};

/** The first texts of a request, as short as a message in the log. */
const textsIn = (body: string): string =>
  [...body.matchAll(/"S":"([^"]*)"/g)]
    .map(([, text]) => text)
    .join(" ")
    .slice(0, 80);

const cancellation = (items: number) => ({
  CancellationReasons: Array.from({ length: items }, (_, at) =>
    at === 0 ? { Code: "None" } : { Code: "TransactionConflict", Message: "injected" },
  ),
});

export type FaultyEndpoint = {
  readonly url: string;
  /** Requests that arrived, by operation. */
  readonly seen: Map<string, number>;
  faults: Faults;
  /** Requests that are not answered yet, also those that their sender gave up. */
  underWay: number;
  readonly stop: () => Promise<void>;
};

/** A HTTP server in front of the engine that passes requests on, unless `faults` says what goes wrong. */
export const startFaultyEndpoint = async (engineUrl: string): Promise<FaultyEndpoint> => {
  const engine = new URL(engineUrl);
  const seen = new Map<string, number>();

  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const operation = String(incoming.headers["x-amz-target"]).split(".")[1] ?? "";
    seen.set(operation, (seen.get(operation) ?? 0) + 1);
    const body = await buffer(incoming);
    const fault = endpoint.faults(operation, body.toString());
    switch (fault?.kind) {
      case "drop":
        return incoming.socket.destroy();
      case "error":
        return refuse(response, 500, "InternalServerError");
      case "echo":
        return refuse(response, 400, "ValidationException", { message: textsIn(body.toString()) });
      case "throttle":
        return refuse(response, 400, "ThrottlingException");
      case "conflict": {
        const { TransactItems = [] } = JSON.parse(body.toString()) as { TransactItems?: unknown[] };
        const reasons = cancellation(TransactItems.length);
        return refuse(response, 400, "TransactionCanceledException", reasons);
      }
      case "delay":
        await sleep(fault.ms);
        break;
      case "held":
        if (fault.lost) incoming.socket.destroy();
        await fault.go;
    }
    const { status, headers, bytes } = await forward(engine, incoming, body);
    if (fault?.kind === "held") fault.landed();
    if (fault?.kind === "answerLost") return incoming.socket.destroy();
    if (fault?.kind === "errorAfter") return refuse(response, 500, "InternalServerError");
    if (fault?.kind === "half") {
      response.writeHead(status, { ...headers, "content-length": bytes.length + 1 });
      return response.write(bytes.subarray(0, bytes.length >> 1), () =>
        setTimeout(() => incoming.socket.destroy(), 5),
      );
    }
    if (fault?.kind === "oneReason" && status === 400) {
      type Cancelled = { readonly CancellationReasons?: { readonly Code: string }[] };
      const { CancellationReasons: all = [] }: Cancelled = JSON.parse(bytes.toString());
      const failed = all.findLastIndex(({ Code }) => Code === "ConditionalCheckFailed");
      const CancellationReasons = all.map((reason, at) =>
        at === failed ? reason : { Code: "None" },
      );
      return refuse(response, 400, "TransactionCanceledException", { CancellationReasons });
    }
    response.writeHead(status, headers);
    return response.end(bytes);
  };

  const server = createServer((incoming, response) => {
    endpoint.underWay += 1;
    answer(incoming, response)
      .catch(() => response.destroy())
      .finally(() => {
        endpoint.underWay -= 1;
      });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const endpoint: FaultyEndpoint = {
    url: `http://127.0.0.1:${port}`,
    seen,
    faults: () => undefined,
    underWay: 0,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return endpoint;
};

/** The first `times` requests of an operation go wrong. */
export const first = (times: number, operation: string, fault: Fault): Faults => {
  let left = times;
  return (arrived) => {
    if (arrived !== operation || left === 0) return undefined;
    left -= 1;
    return fault;
  };
};
