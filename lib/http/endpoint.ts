import middy from "@middy/core";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import * as z from "zod/mini";
import type { Reading, Receipts, Writing, Written } from "../domain/operation.ts";
import { allow, whoAsks } from "../gate/allowed.ts";
import type { Site } from "../site/schema.ts";
import { answerHeaders } from "./error-handlers.ts";
import { exactlyOnce } from "./exactly-once.ts";
import {
  arrivalOf,
  type Invocation,
  type Service,
  type WriteEvent,
  type WriteInput,
} from "./request.ts";
import { fieldsIn, type Route } from "./route.ts";
import { shapeErrors } from "./shape-errors.ts";
import { strictText } from "./strict-text.ts";
import { validate } from "./validate.ts";
import { wireOf } from "./wire.ts";

/** A route, its verb and dependencies, which `readEndpoint` and `writeEndpoint` checked; methods, so that all endpoints have one type. */
export type Endpoint<Parts> = Route & {
  readonly dependencies: (parts: Parts) => object;
} & (
    | { readonly kind: "read"; verb(input: unknown, given: Reading): Promise<unknown> }
    | {
        readonly kind: "write";
        verb(input: WriteInput, given: Writing): Promise<Written<unknown>>;
        readonly receipts: (parts: Parts) => Receipts;
      }
  );

export type Handler = (
  event: APIGatewayProxyEvent,
  context: Invocation,
) => Promise<APIGatewayProxyResult>;

/** Encoding also checks a stored result. */
const responder = ({ id, output }: Route, site: Site) => {
  const schema: z.ZodMiniType = output(site);
  const { encode } = wireOf(site);
  const { replayed: mark } = site.extensions;
  const headers = answerHeaders(site);
  return (answer: Written<unknown>): APIGatewayProxyResult => ({
    statusCode: site.success[id],
    headers: { ...headers, ...(answer.replayed && mark ? { [mark]: "true" } : {}) },
    body: JSON.stringify(
      encode(z.encode(schema, "stored" in answer ? answer.stored : answer.result)),
    ),
  });
};

/**
 * Makes the handler of an endpoint. Middy runs `onError` in reverse order: so what refuses comes after `shapeErrors`, which makes the answer
 * of a refusal, and `observed` comes first, so that it ends last.
 */
export const handlerOf = <Parts>(
  endpoint: Endpoint<Parts>,
  parts: Parts,
  service: Service,
): Handler => {
  const { site, meter } = service;
  const dependencies = endpoint.dependencies(parts);
  const respond = responder(endpoint, site);
  const allowed = allow(endpoint.id, site);
  const takesBody = fieldsIn(endpoint, site) === "body";
  const callerIn = whoAsks(site);
  const answer =
    endpoint.kind === "read"
      ? async (event: WriteEvent, context: Invocation) => {
          const given = { site, caller: () => callerIn(event), ...arrivalOf(service, context) };
          const result = await endpoint.verb(event.input, { ...dependencies, ...given });
          return respond({ kind: "recorded", result, replayed: false });
        }
      : async ({ input, operation }: WriteEvent) => {
          const written = await endpoint.verb(input, { ...dependencies, site, operation });
          if (!input.dry_run) meter.count(written.replayed ? "Replayed" : "Accepted");
          return respond(written);
        };

  const handler: (event: WriteEvent, context: Context) => Promise<APIGatewayProxyResult> = middy<
    WriteEvent,
    APIGatewayProxyResult
  >({ timeoutEarlyInMillis: 0 })
    .use([
      service.observed,
      shapeErrors(endpoint, service),
      ...(allowed ? [allowed] : []),
      ...(takesBody
        ? [strictText(site), httpJsonBodyParser({ disableContentTypeCheck: true })]
        : []),
      validate(endpoint, site),
      ...(endpoint.kind === "write"
        ? [exactlyOnce(endpoint, endpoint.receipts(parts), respond, service)]
        : []),
    ])
    .handler(answer);
  // Middy has one type for the event that comes in and the event that its middlewares make.
  return handler as Handler;
};

/** The handler of a function that serves several endpoints: chooses by method and resource, such as `GET /box/info`. */
export const grouped =
  (handlers: Readonly<Record<string, Handler>>): Handler =>
  async (event, context) => {
    const handler = handlers[`${event.httpMethod} ${event.resource}`];
    if (!handler)
      throw new Error(
        "This function was sent a request that the gateway should send to another one.",
      );
    return handler(event, context);
  };
