import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { FunctionId, LambdaHandler } from "#lib/anywhere.ts";
import type { ConditionOf } from "#lib/errors.ts";
import { gatewayErrors } from "#lib/http/gateway-error.ts";
import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { type Answer, answerOf, send, sendRaw } from "./answer.ts";
import { authenticator, type Credentials } from "./authenticate.ts";
import { localContext } from "./context.ts";
import { type Caller, pathOf, type Received, restEvent } from "./event.ts";
import { unreadable } from "./malformed.ts";
import { decompressed, discardBody, mostTaken, readBody } from "./read-body.ts";

/** One line of the request log. */
export type Answered = { readonly method: string; readonly path: string; readonly status: number; readonly elapsedMs: number };

export type GatewayOptions = Credentials & {
  /** Waited for by each request, so that a gateway may listen before its functions are loaded. */
  readonly handlerOf: (id: FunctionId) => Promise<LambdaHandler>;
  readonly onAnswer?: (answered: Answered) => void;
  /** Answers addresses that are no routes, and that a deployment need not have; `undefined` leaves them to the service. */
  readonly page?: (request: IncomingMessage) => Promise<Answer | undefined>;
  /** Milliseconds that a function may take; API Gateway's own limit unless a test says otherwise. */
  readonly timeout?: number;
};

/** `stop` lets what is under way finish, for a bounded time, and resolves when the port is free. */
export type Gateway = { readonly listen: (port: number) => Promise<number>; readonly stop: () => Promise<void> };

/** Milliseconds: a request's own budget is 4.5 s, so what takes longer will not end well. */
const longestDrain = 5_000;

const tooLate = Symbol("too late");

/**
 * Stands in for API Gateway's REST API on loopback: gives each route's function a proxy event, and answers every failure, its own
 * included, with the specification's error body (§7.1). It checks credentials as the site answers (§5), on unknown addresses too, so
 * that a stranger does not learn which there are; IAM alone is not enforced.
 * @throws Error when it lacks what it takes to check them
 */
export const createGateway = (site: Site, { handlerOf, onAnswer, page, timeout = 29_000, ...credentials }: GatewayOptions): Gateway => {
  const gatewayError = gatewayErrors(site);
  const authenticate = authenticator(site, credentials);
  const routes = new Map(routesOf(site).map((route) => [`${route.method} ${route.path}`, route]));

  /** Runs the function of a request; whatever goes wrong in it is told as the gateway would tell it. */
  const run = async (received: Received, caller: Caller): Promise<Answer> => {
    const requestId = randomUUID();
    const route = routes.get(`${received.method} ${pathOf(received.target)}`);
    const id = route?.id ?? "unrouted";
    const timer = new AbortController();
    try {
      const handler = await handlerOf(id);
      const result = await Promise.race([
        handler(restEvent(received, route?.path ?? "/{proxy+}", requestId, caller), localContext(id, requestId)),
        sleep(timeout, tooLate, { signal: timer.signal }),
      ]);
      return answerOf(result === tooLate ? gatewayError("timeout") : result, requestId);
    } catch (error) {
      console.error(`${id} failed outside its own error handling:`, error);
      return answerOf(gatewayError("internal"), requestId);
    } finally {
      timer.abort();
    }
  };

  const invoke = async (received: Received): Promise<Answer> => {
    const caller = await authenticate(received);
    return typeof caller === "string" ? answerOf(gatewayError(caller), randomUUID()) : run(received, caller);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<number> => {
    const { method = "", url = "", httpVersion, rawHeaders, socket } = request;
    const head = { method, target: url, httpVersion, rawHeaders, sourceIp: socket.remoteAddress ?? "" };
    const refuse = async (condition: ConditionOf<"gateway">): Promise<Answer> => {
      const caller = await authenticate(head);
      return answerOf(gatewayError(typeof caller === "string" ? caller : condition), randomUUID());
    };
    const body = await readBody(request, mostTaken);
    if (body === "gone") return 0;
    if (body === "tooLarge") {
      const refusal = await refuse("bodyTooLarge");
      send(response, refusal, true);
      // The client has the whole answer by now; to end the exchange before its body would reset the connection.
      await discardBody(request);
      response.end();
      return refusal.status;
    }
    const shown = routes.has(`${method} ${pathOf(url)}`) ? undefined : await page?.(request);
    const plain = await decompressed(body, request.headers["content-encoding"]);
    const made = shown ?? (plain ? await invoke({ ...head, body: plain }) : await refuse("unsupportedMediaType"));
    send(response, made, stopping);
    response.end();
    return made.status;
  };

  let stopping = false;
  const underWay = new Map<Duplex, { readonly request: IncomingMessage; readonly done: Promise<unknown> }>();

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

  // Without these two, node:http answers a missing Host or an unknown Expect by itself, without an error body.
  const server = createServer({ requireHostHeader: false }, serve).on("checkExpectation", serve);
  server.on("clientError", (error, socket) => {
    if (!socket.writable) return socket.destroy();
    const busy = underWay.get(socket);
    // Garbage after a whole request must not be answered in that request's place.
    if (busy?.request.complete) return void busy.done.finally(() => socket.destroy());
    void unreadable(error, gatewayError, invoke).then((refusal) => sendRaw(socket, refusal));
  });
  server.on("connect", (_, socket) => sendRaw(socket, answerOf(gatewayError("unknownRoute"), randomUUID())));

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
        // Again, because a connection that is answered may have brought its next request already.
        while (underWay.size > 0) await Promise.all([...underWay.values()].map(({ done }) => done));
      };
      await Promise.race([drained(), sleep(longestDrain, undefined, { ref: false })]);
      server.closeAllConnections();
      await closed;
    },
  };
};
