import middy from "@middy/core";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import * as z from "zod/mini";
import type {
  ReadContext,
  ReceiptStore,
  RecordedWrite,
  WriteContext,
} from "../domain/operation.ts";
import { callerRightsOf, checkKeyRole } from "../gate/roles.ts";
import type { Site } from "../site/schema.ts";
import { answerHeadersOf } from "./error-handlers.ts";
import { exactlyOnce, requireKey } from "./exactly-once.ts";
import {
  arrivalOf,
  type LambdaInvocation,
  type ServiceContext,
  type WriteEvent,
  type WriteInput,
} from "./request.ts";
import { fieldsIn, type Route } from "./route.ts";
import { shapeErrors } from "./shape-errors.ts";
import { strictText } from "./strict-text.ts";
import { validateInput } from "./validate.ts";
import { wireOf } from "./wire.ts";

/** A route, its verb and dependencies, which `readEndpoint` and `writeEndpoint` checked; methods, so that all endpoints have one type. */
export type Endpoint<Parts> = Route & {
  readonly dependencies: (parts: Parts) => object;
} & (
    | { readonly kind: "read"; verb(input: unknown, given: ReadContext): Promise<unknown> }
    | {
        readonly kind: "write";
        verb(input: WriteInput, given: WriteContext): Promise<RecordedWrite<unknown>>;
        readonly receipts: (parts: Parts) => ReceiptStore;
      }
  );

export type EndpointHandler = (
  event: APIGatewayProxyEvent,
  context: LambdaInvocation,
) => Promise<APIGatewayProxyResult>;

/** Encoding also checks a stored result. */
const responderOf = ({ id, output }: Route, site: Site) => {
  const schema: z.ZodMiniType = output(site);
  const { encode } = wireOf(site);
  const { replayed: replayedHeader } = site.extensions;
  const headers = answerHeadersOf(site);
  const replayedHeaders = replayedHeader ? { ...headers, [replayedHeader]: "true" } : headers;
  return (written: RecordedWrite<unknown>): APIGatewayProxyResult => {
    const result = "stored" in written ? written.stored : written.result;
    return {
      statusCode: site.success[id],
      headers: { ...(written.replayed ? replayedHeaders : headers) },
      body: JSON.stringify(encode(z.encode(schema, result))),
    };
  };
};

/**
 * Makes the handler of an endpoint. Middy runs `onError` in reverse order. So middleware that refuses comes after `shapeErrors`, which
 * answers refusals, and `observer` comes first, so that it ends last.
 */
export const handlerOf = <Parts>(
  endpoint: Endpoint<Parts>,
  parts: Parts,
  service: ServiceContext,
): EndpointHandler => {
  const { site, meter } = service;
  const dependencies = endpoint.dependencies(parts);
  const respond = responderOf(endpoint, site);
  const roleCheck = checkKeyRole(endpoint.id, site);
  const takesBody = fieldsIn(endpoint, site) === "body";
  const callerIn = callerRightsOf(site);
  const callVerb =
    endpoint.kind === "read"
      ? async (event: WriteEvent, context: LambdaInvocation) => {
          const given = { site, caller: () => callerIn(event), ...arrivalOf(service, context) };
          const result = await endpoint.verb(event.input, { ...dependencies, ...given });
          return respond({ kind: "recorded", result, replayed: false });
        }
      : async ({ input, operation }: WriteEvent) => {
          const written = await endpoint.verb(input, { ...dependencies, site, operation });
          if (written.replayed && !input.dry_run) meter.count("Replayed");
          return respond(written);
        };

  const handler: (event: WriteEvent, context: Context) => Promise<APIGatewayProxyResult> = middy<
    WriteEvent,
    APIGatewayProxyResult
  >({ timeoutEarlyInMillis: 0 })
    .use([
      service.observer,
      shapeErrors(endpoint, service),
      ...(roleCheck ? [roleCheck] : []),
      ...(endpoint.kind === "write" ? requireKey(site) : []),
      ...(takesBody
        ? [strictText(site), httpJsonBodyParser({ disableContentTypeCheck: true })]
        : []),
      validateInput(endpoint, site),
      ...(endpoint.kind === "write"
        ? [exactlyOnce(endpoint, endpoint.receipts(parts), respond, service)]
        : []),
    ])
    .handler(callVerb);
  // Middy has one type for the event that comes in and the event that its middlewares make.
  return handler as EndpointHandler;
};

/** The handler of a function that serves several endpoints: chooses by method and resource, such as `GET /box/info`. */
export const groupHandlers =
  (handlers: Readonly<Record<string, EndpointHandler>>): EndpointHandler =>
  async (event, context) => {
    const handler = handlers[`${event.httpMethod} ${event.resource}`];
    if (!handler)
      throw new Error(
        "This function was sent a request that the gateway should send to another one.",
      );
    return handler(event, context);
  };
