import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { ConditionOf } from "#lib/errors.ts";
import { gatewayErrorsOf } from "#lib/http/error-handlers.ts";
import type { FunctionId, LambdaHandler } from "#lib/in-process.ts";
import { healthPathOf, routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import {
  type GatewayCaller,
  localContext,
  pathOf,
  type ReceivedRequest,
  restEvent,
  targetBelow,
  unknownCaller,
} from "../gateway-event.ts";
import { authenticatorOf, type LocalCredentials } from "./authenticate.ts";
import { answerOf, type GatewayAnswer, sendRaw } from "./gateway-answer.ts";
import { type OpenFiles, preflightAnswers } from "./open-files.ts";

/** A body of any size: the functions check the site's limit. */
const readBody = (request: IncomingMessage): Promise<Buffer | "gone"> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.once("end", () => resolve(Buffer.concat(chunks)));
    // After the end of the body these change nothing.
    request.once("error", () => resolve("gone"));
    request.once("close", () => resolve("gone"));
  });

export type GatewayOptions = LocalCredentials & {
  readonly handlerOf: (id: FunctionId) => LambdaHandler;
  /** Files that need no credentials, next to the routes. */
  readonly open?: readonly OpenFiles[];
  /** Before each path, as a stage's name on AWS: `/staging`. */
  readonly prefix?: string;
};

/** `stop` lets open requests finish, for a limited time, and resolves when the port is free. */
export type LocalGateway = {
  readonly listen: (port: number) => Promise<number>;
  readonly stop: () => Promise<void>;
};

/** More than a request's own budget. */
const longestDrainMs = 5_000;

const isLoopback = (host = ""): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host);

/**
 * Replaces API Gateway's REST API on loopback: calls each route's function with a proxy event, and answers every failure with the
 * specification's error body (§7.1). It checks credentials (§5), also for unknown addresses; only IAM is not enforced.
 */
export const createGateway = (
  site: Site,
  { handlerOf, open = [], prefix = "", ...credentials }: GatewayOptions,
): LocalGateway => {
  const gatewayError = gatewayErrorsOf(site);
  const refuse = (condition: ConditionOf<"gateway">) =>
    answerOf(gatewayError(condition), randomUUID());
  const authenticate = authenticatorOf(site, credentials);
  const healthPath = healthPathOf(site);
  const allOpenFiles = [preflightAnswers(site), ...open];
  const routes = new Map(routesOf(site).map((route) => [`${route.method} ${route.path}`, route]));

  const callFunction = async (
    received: ReceivedRequest,
    caller: GatewayCaller,
  ): Promise<GatewayAnswer> => {
    const requestId = randomUUID();
    const route = routes.get(`${received.method} ${pathOf(received.target)}`);
    const id = route?.id ?? "unrouted";
    try {
      const event = restEvent(received, route?.path ?? "/{proxy+}", requestId, caller);
      const result = await handlerOf(id)(event, localContext(id, requestId));
      return answerOf(result, requestId);
    } catch (error) {
      console.error(`${id} failed outside its own error handling:`, error);
      return answerOf(gatewayError("internal"), requestId);
    }
  };

  const answerOpenFile = async (
    head: Omit<ReceivedRequest, "body">,
  ): Promise<GatewayAnswer | undefined> => {
    if (routes.has(`${head.method} ${pathOf(head.target)}`)) return undefined;
    for (const files of allOpenFiles) {
      const answer = await files(head);
      if (answer) return answer;
    }
    return undefined;
  };

  /** The answer to a request; `undefined` for a client that has gone. */
  const answerRequest = async (request: IncomingMessage): Promise<GatewayAnswer | undefined> => {
    const { method = "", url = "", httpVersion, rawHeaders, headers, socket } = request;
    const target = targetBelow(prefix, url);
    const sourceIp = socket.remoteAddress ?? "";
    const head = { method, prefix, target: target ?? url, httpVersion, rawHeaders, sourceIp };
    const body = await readBody(request);
    if (body === "gone") return undefined;
    // A foreign page may reach this address by another host name, and our pages hold a key.
    if (!isLoopback(headers.host)) return refuse("unknownRoute");
    const file = target === undefined ? undefined : await answerOpenFile(head);
    if (file) return file;
    if (method === "GET" && target !== undefined && pathOf(target) === healthPath)
      return callFunction({ ...head, body }, unknownCaller);
    const caller = await authenticate(head);
    if (typeof caller === "string") return refuse(caller);
    if (target === undefined) return refuse("unknownRoute");
    if ((headers["content-encoding"] ?? "identity") !== "identity")
      return refuse("unsupportedMediaType");
    return callFunction({ ...head, body }, caller);
  };

  const openResponses = new Set<ServerResponse>();

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    openResponses.add(response);
    response.once("close", () => openResponses.delete(response));
    try {
      const answer = await answerRequest(request);
      if (!answer) return;
      const { status, headers, body } = answer;
      response.writeHead(status, [...headers]).end(body);
    } catch (error) {
      console.error("An answer could not be sent:", error);
      request.socket.destroy();
    }
  };

  const server = createServer(serve);
  server.on("clientError", (_, socket) => {
    if (!socket.writable) return socket.destroy();
    sendRaw(socket, refuse("requestUnreadable"));
  });

  return {
    listen: async (port) => {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
      const address = server.address();
      return address && typeof address === "object" ? address.port : port;
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      const giveUpAt = Date.now() + longestDrainMs;
      while (openResponses.size > 0 && Date.now() < giveUpAt) await sleep(5);
      server.closeAllConnections();
      await closed;
    },
  };
};
