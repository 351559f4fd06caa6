import {
  createServer,
  type IncomingMessage,
  request as open,
  type ServerResponse,
} from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

/** What goes wrong with one request to DynamoDB; the embedded engine is kinder than DynamoDB, so its unkindness is injected here. */
export type Fault =
  | { readonly kind: "drop" }
  /** Passed on later, also when the sender has given up meanwhile. */
  | { readonly kind: "delay"; readonly ms: number }
  /** Kept on its way until `go`, whatever the sender does meanwhile; `landed` is called when the engine has it. `lost`: its sender loses the connection at once. */
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
  | { readonly kind: "error" }
  | { readonly kind: "throttle" }
  | { readonly kind: "conflict" }
  /** Refused as a fault of ours, in words that repeat texts of what was sent. */
  | { readonly kind: "echo" }
  /** The engine commits, and the answer never arrives. */
  | { readonly kind: "answerLost" }
  /** The engine commits, and the answer is that of a fault. */
  | { readonly kind: "errorAfter" };

/** Decides for a request (the operation's name, such as `TransactWriteItems`, and its body) what goes wrong with it, if anything. */
export type Faults = (operation: string, body: string) => Fault | undefined;

const refuse = (response: ServerResponse, status: number, type: string, extra: object = {}) => {
  response.writeHead(status, { "content-type": "application/x-amz-json-1.0" });
  response.end(
    JSON.stringify({
      __type: `com.amazonaws.dynamodb.v20120810#${type}`,
      message: "injected",
      ...extra,
    }),
  );
};

type Forwarded = {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
};

const forward = (engine: URL, incoming: IncomingMessage, body: Buffer): Promise<Forwarded> =>
  new Promise((resolve, reject) => {
    const outgoing = open(
      engine,
      {
        method: incoming.method,
        headers: { ...incoming.headers, host: engine.host, "content-length": body.length },
      },
      (answer) => {
        buffer(answer).then(
          (bytes) =>
            resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: bytes }),
          reject,
        );
      },
    );
    outgoing.once("error", reject);
    outgoing.end(body);
  });

/** The first texts of a request, as short as a message that is logged by mistake could be. */
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
  /** Requests that arrived, by operation, since the last reset. */
  readonly seen: Map<string, number>;
  faults: Faults;
  /** Changes what the engine is sent; a test of the tests, for it makes the service break its own rules. */
  forged: (operation: string, body: string) => string;
  /** Requests that are not answered yet, those among them that their sender has given up. */
  underWay: number;
  readonly stop: () => Promise<void>;
};

/** A small HTTP server in front of the engine that passes requests on, unless the test says what goes wrong with them. */
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
        return refuse(
          response,
          400,
          "TransactionCanceledException",
          cancellation(TransactItems.length),
        );
      }
      case "delay":
        await sleep(fault.ms);
        break;
      case "held":
        if (fault.lost) incoming.socket.destroy();
        await fault.go;
    }
    const passed = Buffer.from(endpoint.forged(operation, body.toString()));
    const { status, headers, body: bytes } = await forward(engine, incoming, passed);
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
      const told = JSON.parse(bytes.toString()) as { CancellationReasons?: { Code: string }[] };
      const failed = told.CancellationReasons?.findLastIndex(
        ({ Code }) => Code === "ConditionalCheckFailed",
      );
      const CancellationReasons = told.CancellationReasons?.map((reason, at) =>
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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const endpoint: FaultyEndpoint = {
    url: `http://127.0.0.1:${port}`,
    seen,
    faults: () => undefined,
    forged: (_, body) => body,
    underWay: 0,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return endpoint;
};

/** Goes wrong `times` times in requests of one operation, then never again. */
export const first = (times: number, operation: string, fault: Fault): Faults => {
  let left = times;
  return (arrived) => {
    if (arrived !== operation || left === 0) return undefined;
    left -= 1;
    return fault;
  };
};
