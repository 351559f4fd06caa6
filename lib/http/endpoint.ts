import middy, { type MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import * as z from "zod";
import site from "#site";
import { type Deadline, type Operation, type Receipts, settle, type Written } from "../domain/operation.ts";
import type { Meter } from "../metrics.ts";
import type { RouteId } from "../route-ids.ts";
import type { RouteRow } from "../route-row.ts";
import { type Input, type Output, v1 } from "../routes.ts";
import type { Site } from "../site/schema.ts";
import { jsonBody } from "./body.ts";
import { jsonHeaders } from "./handlers.ts";
import { observe } from "./observe.ts";
import { operationOf } from "./operation.ts";
import { inputParser } from "./parse-input.ts";
import { noInvocation, primer, withoutErp } from "./prime.ts";
import { shapeErrors } from "./shape-errors.ts";
import { encode } from "./wire.ts";

/** The one time budget of a request in milliseconds: below every time-out around it (store.md, "One deadline"). */
const budget = 4_500;
/** What stays of the function's own time-out to answer in. */
const reserve = 500;

type Kind<Id extends RouteId> = (typeof v1)[Id]["kind"];

/** What every verb is given beside its input; `now` is the arrival in epoch milliseconds. */
type Given<Id extends RouteId> = { readonly site: Site; readonly now: number; readonly deadline: Deadline } & (Kind<Id> extends "write"
  ? { readonly operation: Operation }
  : unknown);

type Answer<Id extends RouteId> = Kind<Id> extends "write" ? Written<Output<Id>> : Output<Id>;
/** The routes that write or ask the ERP have something to count (`lib/metrics.ts`). */
type Counts<Id extends RouteId> = Kind<Id> extends "write" ? true : (typeof v1)[Id]["access"]["erp"];
type Needs<Id extends RouteId> = (Kind<Id> extends "write" ? { readonly operations: Receipts } : unknown) &
  (Counts<Id> extends true ? { readonly meter: Meter } : unknown);

/** A parsed request, which replaces the event before the verb runs. */
type Call = { readonly event: APIGatewayProxyEvent; readonly input: Record<string, unknown> & { zongpai: string } };
type Outcome = { readonly result: unknown; readonly replayed: boolean };

const deadlineOf = (now: number, { getRemainingTimeInMillis }: Pick<Context, "getRemainingTimeInMillis">): Deadline => {
  const end = now + Math.min(budget, (getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY) - reserve);
  return { left: () => end - Date.now() };
};

const parser = (id: RouteId) => {
  const parseInput = inputParser(id);
  return (event: APIGatewayProxyEvent): Call => ({ event, input: parseInput(event) as Call["input"] });
};

const responder = (id: RouteId) => {
  const row: RouteRow = v1[id];
  const schema = row.output(site);
  const { replayed: mark } = site.extensions;
  return ({ result, replayed }: Outcome): APIGatewayProxyResult => ({
    statusCode: site.success[id],
    headers: {
      ...jsonHeaders,
      ...(replayed && mark ? { [mark]: "true" } : {}),
    },
    body: JSON.stringify(encode(z.encode(schema, result))),
  });
};

const parseBefore = (parse: (event: APIGatewayProxyEvent) => Call): MiddlewareObj<unknown, APIGatewayProxyResult> => ({
  before: (request) => {
    request.event = parse(request.event as APIGatewayProxyEvent);
  },
});

const respondAfter = (respond: (outcome: Outcome) => APIGatewayProxyResult): MiddlewareObj<unknown, APIGatewayProxyResult> => ({
  after: (request) => {
    request.response = respond(request.response as unknown as Outcome);
  },
});

/**
 * Makes the Lambda handler of a route: shape errors · parse · run · respond. The only file that calls middy.
 * `verb` is a rule of the domain; `deps` are the stores and adapters that it names. The handler's `prime` is for the bundle's loader.
 */
export const endpoint = <Id extends RouteId, Deps extends object>(
  id: Id,
  verb: (input: Input<Id>, context: Given<Id> & NoInfer<Deps>) => Promise<Answer<Id>>,
  deps: Deps & Needs<Id>,
) => {
  const row: RouteRow = v1[id];
  const { meter } = deps as { meter?: Meter };
  const parse = parser(id);
  const respond = responder(id);
  const outcomeOf = async ({ event, input }: Call, context: Pick<Context, "getRemainingTimeInMillis">, ports: Deps): Promise<Outcome> => {
    const now = Date.now();
    const deadline = deadlineOf(now, context);
    const given = { ...ports, site, now, deadline };
    const call = (extra: object) => verb(input as unknown as Input<Id>, { ...given, ...extra } as Given<Id> & Deps);
    if (row.kind === "read") return { result: await call({}), replayed: false };
    const operation = operationOf(event, input, id, now, deadline);
    const { operations } = deps as unknown as { operations: Receipts };
    const write = () => call({ operation }) as Promise<Written<Output<Id>>>;
    // A dry run names no scan: its refusal must not become the answer of the write that follows.
    return input.dry_run === true ? write() : settle(operation, operations, write);
  };
  const run = async (given: Call, context: Context): Promise<Outcome> => {
    const { scanned_at } = given.input;
    if (typeof scanned_at === "number") meter?.scanAge(Math.max(0, (Date.now() - scanned_at) / 1_000));
    const outcome = await outcomeOf(given, context, deps);
    // What a write would do was told, and nothing recorded.
    if (row.kind === "write" && given.input.dry_run !== true) meter?.count(outcome.replayed ? "Replayed" : "Accepted");
    return outcome;
  };
  const bodies = (row.fieldsIn(site) === "body" ? jsonBody : []) as MiddlewareObj<unknown, APIGatewayProxyResult>[];
  const handler = middy<unknown, APIGatewayProxyResult>({ timeoutEarlyInMillis: 0 })
    .use(observe(meter) as MiddlewareObj<unknown, APIGatewayProxyResult>)
    .use(shapeErrors(id, meter))
    .use(respondAfter(respond))
    .use([...bodies, parseBefore(parse)])
    .handler(run as never) as unknown as (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;
  const prime = primer(async (event) => {
    const request = { event: { ...event } };
    for (const { before } of bodies) await before?.(request as never);
    return respond(await outcomeOf(parse(request.event), noInvocation, withoutErp(deps)));
  });
  return Object.assign(handler, { prime });
};
