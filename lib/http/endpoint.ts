import middy, { type MiddlewareObj } from "@middy/core";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import * as z from "zod/mini";
import { within } from "../domain/operation.ts";
import type { Meter } from "../metrics.ts";
import type { Site } from "../site/schema.ts";
import { allow } from "./allow.ts";
import { answerHeaders } from "./error-handlers.ts";
import type { Arrival } from "./operation.ts";
import { fieldsIn, type RouteRow } from "./route.ts";
import { shapeErrors } from "./shape-errors.ts";
import { strictText } from "./strict-text.ts";
import { type Validated, validate } from "./validate.ts";
import { wireOf } from "./wire.ts";

/** Milliseconds. */
export type Limits = {
  /** The one time budget of a request; it is shorter than every time-out around it. */
  readonly budget: number;
  /** The part of the function's own time-out that is kept for the answer. */
  readonly reserve: number;
};

/** A validated request, its arrival and its deadline. */
type Asked<Input> = { readonly event: APIGatewayProxyEvent; readonly input: Input } & Arrival;
/** `replayed` if it is the stored answer of an earlier request with the same key. */
type Answer<Output> = { readonly result: Output; readonly replayed: boolean };

/** Answers a route's requests, with what the endpoint works with: the table, the ERP, the meter. */
export type Answerer<Input, Output, Around> = (
  around: Around,
) => (asked: Asked<Input>) => Promise<Answer<Output>>;

export type Handler<Around = never> = {
  (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult>;
  /**
   * A rehearsal: takes the path of a request, from the parser to the answer, but with the `around` of the caller. It counts, logs and
   * throws nothing.
   */
  readonly rehearse: (event: APIGatewayProxyEvent, around: Around) => Promise<void>;
};

const arrival = ({ budget, reserve }: Limits, left = Number.POSITIVE_INFINITY): Arrival => {
  const at = Date.now();
  return { at, deadline: within(Math.min(budget, left - reserve), at) };
};

/** The time that a rehearsal pretends to have: one attempt at DynamoDB, no retry. */
const rehearsal: Limits = { budget: 300, reserve: 0 };

const responder = <Out extends z.ZodMiniType>(
  { id, output }: RouteRow<z.ZodMiniObject, Out>,
  site: Site,
) => {
  const schema = output(site);
  const { encode } = wireOf(site);
  const { replayed: mark } = site.extensions;
  const headers = answerHeaders(site);
  return ({ result, replayed }: Answer<z.output<Out>>): APIGatewayProxyResult => ({
    statusCode: site.success[id],
    headers: { ...headers, ...(replayed && mark ? { [mark]: "true" } : {}) },
    body: JSON.stringify(encode(z.encode(schema, result))),
  });
};

/** What an endpoint is made from, beside its route. */
export type Endpoint<In extends z.ZodMiniObject, Out extends z.ZodMiniType, Around> = {
  readonly site: Site;
  readonly limits: Limits;
  readonly observed: MiddlewareObj;
  readonly around: Around;
  readonly answerOn: Answerer<z.output<In>, z.output<Out>, Around>;
  /** The site's names of API keys, by the ids that the gateway made. */
  readonly keyNames: ReadonlyMap<string, string>;
};

/**
 * Makes the handler of a route; the only file that calls middy. Middy runs `onError` in reverse order. So what refuses comes after
 * `shapeErrors`, which makes the answer of the refusal; and `observed` comes before all others, so that it ends last.
 */
export const endpoint = <
  In extends z.ZodMiniObject,
  Out extends z.ZodMiniType,
  Around extends { readonly meter: Meter },
>(
  route: RouteRow<In, Out>,
  { site, limits, observed, around, answerOn, keyNames }: Endpoint<In, Out, Around>,
): Handler<Around> => {
  const respond = responder(route, site);
  const strict = strictText(site);
  const validated = validate(route, site);
  const takesBody = fieldsIn(route, site) === "body";

  const chain = middy<Validated<z.output<In>>, APIGatewayProxyResult>({ timeoutEarlyInMillis: 0 })
    .use(observed)
    .use(shapeErrors(route, site, around.meter));
  const allowed = allow(route.id, site, keyNames);
  if (allowed) chain.use(allowed);
  if (takesBody) chain.use(strict).use(httpJsonBodyParser({ disableContentTypeCheck: true }));
  const answer = answerOn(around);
  const handler: (
    event: Validated<z.output<In>>,
    context: Context,
  ) => Promise<APIGatewayProxyResult> = chain
    .use(validated)
    .handler(async (event, { getRemainingTimeInMillis }) =>
      respond(
        await answer({
          event,
          input: event.input,
          ...arrival(limits, getRemainingTimeInMillis?.()),
        }),
      ),
    );

  const rehearse = async (event: APIGatewayProxyEvent, around: Around): Promise<void> => {
    const request: { event: APIGatewayProxyEvent | Validated<z.output<In>> } = { event };
    if (takesBody) {
      strict.before(request);
      Object.assign(request.event, { body: JSON.parse(request.event.body ?? "") });
    }
    validated.before(request);
    if ("input" in request.event)
      respond(await answerOn(around)({ event, input: request.event.input, ...arrival(rehearsal) }));
  };
  return Object.assign(
    // middy has one type for both the event that comes in and the event that its middlewares make; here it is the one that comes in.
    handler as (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>,
    // A rehearsal may end with a refusal, too.
    {
      rehearse: (event: APIGatewayProxyEvent, around: Around) =>
        rehearse(event, around).catch(() => {}),
    },
  );
};
