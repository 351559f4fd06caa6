import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { ConditionOf } from "#lib/errors.ts";
import { gatewayErrors } from "#lib/http/error-handlers.ts";
import type { FunctionId, LambdaHandler } from "#lib/in-process.ts";
import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { type Answer, answerOf, send, sendRaw } from "./answer.ts";
import { authenticator, type Credentials } from "./authenticate.ts";
import { localContext } from "./context.ts";
import { below, type Caller, pathOf, type Received, restEvent } from "./event.ts";
import { unreadable } from "./malformed.ts";
import type { OpenFiles } from "./open-files.ts";
import { preflightAnswers } from "./preflight.ts";
import { decompressed, discardBody, mostTaken, readBody } from "./read-body.ts";

/** One line of the request log. */
export type Answered = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly elapsedMs: number;
};

export type GatewayOptions = Credentials & {
  /** Each request waits for this, so that the gateway can listen before its functions are loaded. */
  readonly handlerOf: (id: FunctionId) => Promise<LambdaHandler>;
  readonly onAnswer?: (answered: Answered) => void;
  /** What anybody may read, beside the routes. */
  readonly open?: readonly OpenFiles[];
  /** What stands before each path, as a stage's name does on AWS: `/staging`. */
  readonly prefix?: string;
  /** Milliseconds that a function may take: API Gateway's own limit, unless a test sets another. */
  readonly timeout?: number;
};

/** `stop` lets open requests finish, for a limited time, and resolves when the port is free. */
export type Gateway = {
  readonly listen: (port: number) => Promise<number>;
  readonly stop: () => Promise<void>;
};

/** Milliseconds. A request's own budget is 4.5 s, so one that takes longer will not succeed. */
const longestDrain = 5_000;

const tooLate = Symbol("too late");

/**
 * Replaces API Gateway's REST API on loopback: calls each route's function with a proxy event, and answers every failure, also its own,
 * with the specification's error body (§7.1). It checks credentials as the site answered (§5), also for unknown addresses, so that a stranger
 * does not learn which addresses exist. Only IAM is not enforced.
 * @throws Error if something is missing that the check of credentials needs
 */
export const createGateway = (
  site: Site,
  { handlerOf, onAnswer, open = [], prefix = "", timeout = 29_000, ...credentials }: GatewayOptions,
): Gateway => {
  const gatewayError = gatewayErrors(site);
  const refused = (condition: ConditionOf<"gateway">) =>
    answerOf(gatewayError(condition), randomUUID());
  const authenticate = authenticator(site, credentials);
  const routes = new Map(routesOf(site).map((route) => [`${route.method} ${route.path}`, route]));

  /** Runs the function of a request. If it fails, the answer is that of the real gateway. */
  const run = async (received: Received, caller: Caller): Promise<Answer> => {
    const requestId = randomUUID();
    const route = routes.get(`${received.method} ${pathOf(received.target)}`);
    const id = route?.id ?? "unrouted";
    // Not the promise of a timer: to abort that one makes an error with a stack, for each request.
    const late = Promise.withResolvers<typeof tooLate>();
    const timer = setTimeout(late.resolve, timeout, tooLate);
    try {
      const handler = await handlerOf(id);
      const result = await Promise.race([
        handler(
          restEvent(received, route?.path ?? "/{proxy+}", requestId, caller),
          localContext(id, requestId),
        ),
        late.promise,
      ]);
      return answerOf(result === tooLate ? gatewayError("timeout") : result, requestId);
    } catch (error) {
      console.error(`${id} failed outside its own error handling:`, error);
      return answerOf(gatewayError("internal"), requestId);
    } finally {
      clearTimeout(timer);
    }
  };

  const invoke = async (received: Received): Promise<Answer> => {
    const caller = await authenticate(received);
    return typeof caller === "string" ? refused(caller) : run(received, caller);
  };

  const openFile = async (head: Omit<Received, "body">): Promise<Answer | undefined> => {
    if (routes.has(`${head.method} ${pathOf(head.target)}`)) return undefined;
    for (const files of [preflightAnswers(site), ...open]) {
      const answer = await files(head);
      if (answer) return answer;
    }
    return undefined;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<number> => {
    const { method = "", url = "", httpVersion, rawHeaders, socket } = request;
    const target = below(prefix, url);
    const head = {
      method,
      prefix,
      target: target ?? url,
      httpVersion,
      rawHeaders,
      sourceIp: socket.remoteAddress ?? "",
    };
    const refuse = async (condition: ConditionOf<"gateway">): Promise<Answer> => {
      const caller = await authenticate(head);
      return refused(typeof caller === "string" ? caller : condition);
    };
    const body = await readBody(request, mostTaken);
    if (body === "gone") return 0;
    if (body === "tooLarge") {
      const refusal = await refuse("bodyTooLarge");
      send(response, refusal, true);
      // The client has the whole answer. To close before its body has arrived would reset the connection.
      await discardBody(request);
      response.end();
      return refusal.status;
    }
    const plain = await decompressed(body, request.headers["content-encoding"]);
    const made =
      target === undefined
        ? await refuse("unknownRoute")
        : ((await openFile(head)) ??
          (plain ? await invoke({ ...head, body: plain }) : await refuse("unsupportedMediaType")));
    send(response, made, stopping);
    response.end();
    return made.status;
  };

  let stopping = false;
  const underWay = new Map<
    Duplex,
    { readonly request: IncomingMessage; readonly done: Promise<unknown> }
  >();

  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const { socket, method = "", url = "" } = request;
    const start = performance.now();
    const closed = new Promise((resolve) => response.once("close", resolve));
    const done = answer(request, response).then(
      async (status) => {
        if (status === 0) return;
        onAnswer?.({ method, path: pathOf(url), status, elapsedMs: performance.now() - start });
        await closed;
      },
      (error) => {
        console.error("An answer could not be sent:", error);
        socket.destroy();
      },
    );
    underWay.set(socket, { request, done });
    void done.finally(() => underWay.get(socket)?.done === done && underWay.delete(socket));
  };

  // Without these two, node:http itself answers a missing Host or an unknown Expect, without our error body.
  const server = createServer({ requireHostHeader: false }, serve).on("checkExpectation", serve);
  server.on("clientError", (error, socket) => {
    if (!socket.writable) return socket.destroy();
    const busy = underWay.get(socket);
    // Garbage after a complete request must not get the answer of that request.
    if (busy?.request.complete) return void busy.done.finally(() => socket.destroy());
    void unreadable(error, refused, invoke).then((refusal) => sendRaw(socket, refusal));
  });
  server.on("connect", (_, socket) => sendRaw(socket, refused("unknownRoute")));

  return {
    listen: async (port) => {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
      const address = server.address();
      return address && typeof address === "object" ? address.port : port;
    },
    stop: async () => {
      stopping = true;
      const closed = new Promise((resolve) => server.close(resolve));
      const drained = async () => {
        // Again, because the next request may have come already on a connection that was just answered.
        while (underWay.size > 0) await Promise.all([...underWay.values()].map(({ done }) => done));
      };
      await Promise.race([drained(), sleep(longestDrain, undefined, { ref: false })]);
      server.closeAllConnections();
      await closed;
    },
  };
};
