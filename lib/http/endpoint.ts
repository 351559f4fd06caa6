import middy from "@middy/core";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import * as z from "zod";
import type { Meter } from "../metrics.ts";
import type { RouteRow } from "../route-row.ts";
import type { Site } from "../site/schema.ts";
import { jsonHeaders } from "./error-handlers.ts";
import { observe } from "./observe.ts";
import type { Arrival } from "./operation.ts";
import { shapeErrors } from "./shape-errors.ts";
import { strictText } from "./strict-text.ts";
import { type Validated, validate } from "./validate.ts";
import { wireOf } from "./wire.ts";

/** Milliseconds. */
export type Limits = {
  /** The one time budget of a request: below every time-out around it (store.md, "One deadline"). */
  readonly budget: number;
  /** What stays of the function's own time-out to answer in. */
  readonly reserve: number;
};

/** A validated request, when it arrived and until when it must be answered. */
type Asked<Input> = { readonly event: APIGatewayProxyEvent; readonly input: Input } & Arrival;
/** `replayed` when it was given before, to an earlier request with the same key. */
type Answer<Output> = { readonly result: Output; readonly replayed: boolean };

/** Answers a route's requests on what stands around it: the table, the ERP, what counts. */
export type Answerer<Input, Output, Around> = (around: Around) => (asked: Asked<Input>) => Promise<Answer<Output>>;

export type Handler<Around = never> = {
  (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult>;
  /** Walks the path of a request from the parser to the answer, on what is handed in instead of the real; it counts, logs and throws nothing. */
  readonly rehearse: (event: APIGatewayProxyEvent, around: Around) => Promise<void>;
};

const arrival = ({ budget, reserve }: Limits, left = Number.POSITIVE_INFINITY): Arrival => {
  const at = Date.now();
  const end = at + Math.min(budget, left - reserve);
  return { at, deadline: { left: () => end - Date.now() } };
};

/** A rehearsal has time for one attempt at the store, and none after it. */
const rehearsal: Limits = { budget: 300, reserve: 0 };

const responder = <Out extends z.ZodType>({ id, output }: RouteRow<z.ZodObject, Out>, site: Site) => {
  const schema = output(site);
  const { encode } = wireOf(site);
  const { replayed: mark } = site.extensions;
  return ({ result, replayed }: Answer<z.output<Out>>): APIGatewayProxyResult => ({
    statusCode: site.success[id],
    headers: {
      ...jsonHeaders,
      ...(replayed && mark ? { [mark]: "true" } : {}),
    },
    body: JSON.stringify(encode(z.encode(schema, result))),
  });
};

/** What an endpoint is made of beside its route. */
export type Endpoint<In extends z.ZodObject, Out extends z.ZodType, Around> = {
  readonly site: Site;
  readonly limits: Limits;
  readonly around: Around;
  readonly answerOn: Answerer<z.output<In>, z.output<Out>, Around>;
};

/**
 * Makes the handler of a route; the only file that calls middy. `onError` runs in reverse: what refuses stands below what shapes its
 * refusal, and what observes is first and last.
 */
export const endpoint = <In extends z.ZodObject, Out extends z.ZodType, Around extends { readonly meter: Meter }>(
  route: RouteRow<In, Out>,
  { site, limits, around, answerOn }: Endpoint<In, Out, Around>,
): Handler<Around> => {
  const respond = responder(route, site);
  const strict = strictText(site);
  const validated = validate(route, site);
  const takesBody = route.fieldsIn(site) === "body";

  const chain = middy<Validated<z.output<In>>, APIGatewayProxyResult>({ timeoutEarlyInMillis: 0 })
    .use(observe(around.meter))
    .use(shapeErrors(route, site, around.meter));
  if (takesBody) chain.use(strict).use(httpJsonBodyParser({ disableContentTypeCheck: true }));
  const answer = answerOn(around);
  const handler: (event: Validated<z.output<In>>, context: Context) => Promise<APIGatewayProxyResult> = chain
    .use(validated)
    .handler(async (event, { getRemainingTimeInMillis }) =>
      respond(await answer({ event, input: event.input, ...arrival(limits, getRemainingTimeInMillis?.()) })),
    );

  const rehearse = async (event: APIGatewayProxyEvent, around: Around): Promise<void> => {
    const request: { event: APIGatewayProxyEvent | Validated<z.output<In>> } = { event };
    if (takesBody) {
      strict.before(request);
      Object.assign(request.event, { body: JSON.parse(request.event.body ?? "") });
    }
    validated.before(request);
    if ("input" in request.event) respond(await answerOn(around)({ event, input: request.event.input, ...arrival(rehearsal) }));
  };
  return Object.assign(
    // middy has one type for the event that comes in and for what its middlewares make of it; the gateway's comes in.
    handler as (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>,
    // A refusal is an end of the path like any other.
    { rehearse: (event: APIGatewayProxyEvent, around: Around) => rehearse(event, around).catch(() => {}) },
  );
};
