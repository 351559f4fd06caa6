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

type Refusal = {
  readonly status: number;
  readonly type: string;
  readonly message?: string;
  readonly CancellationReasons?: Reason[];
};
type Reason = { readonly Code?: string | undefined };

const refuse = (response: ServerResponse, { status, type, ...extra }: Refusal) => {
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

const fault500 = { status: 500, type: "InternalServerError" };

const cancelled = (CancellationReasons: Reason[]) => ({
  ...{ status: 400, type: "TransactionCanceledException", CancellationReasons },
});

/** How a request is refused that the engine never sees. */
export const refusalOf = (
  fault: Fault | undefined,
  body: string,
  actions: () => readonly unknown[],
): Refusal | undefined => {
  if (fault?.kind === "error") return fault500;
  if (fault?.kind === "echo")
    return { status: 400, type: "ValidationException", message: textsIn(body) };
  if (fault?.kind === "throttle") return { status: 400, type: "ThrottlingException" };
  if (fault?.kind !== "conflict") return undefined;
  const reason = { Code: "TransactionConflict", Message: "injected" };
  return cancelled(actions().map((_, at) => (at === 0 ? { Code: "None" } : reason)));
};

/** Of several failed conditions only the last. */
export const lastReason = <Any extends Reason>(all: readonly Any[] = []) => {
  const failed = all.findLastIndex(({ Code }) => Code === "ConditionalCheckFailed");
  return all.map((reason, at) => (at === failed ? reason : { Code: "None" }));
};

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
    const actions = () => JSON.parse(body.toString()).TransactItems ?? [];
    const refusal = refusalOf(fault, body.toString(), actions);
    if (refusal) return refuse(response, refusal);
    switch (fault?.kind) {
      case "drop":
        return incoming.socket.destroy();
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
    if (fault?.kind === "errorAfter") return refuse(response, fault500);
    if (fault?.kind === "half") {
      response.writeHead(status, { ...headers, "content-length": bytes.length + 1 });
      return response.write(bytes.subarray(0, bytes.length >> 1), () =>
        setTimeout(() => incoming.socket.destroy(), 5),
      );
    }
    if (fault?.kind === "oneReason" && status === 400) {
      type Cancelled = { readonly CancellationReasons?: Reason[] };
      const { CancellationReasons }: Cancelled = JSON.parse(bytes.toString());
      return refuse(response, cancelled(lastReason(CancellationReasons)));
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
