import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import type { Clock } from "../clock.ts";
import { type Deadline, deadlineWithin, type Operation } from "../domain/operation.ts";
import { type logEvent, nameInvocation } from "../log.ts";
import type { Meter } from "../metrics.ts";
import type { Site } from "../site/schema.ts";

/** An event as the chain has parsed it. */
export type ParsedEvent<Input> = Omit<APIGatewayProxyEvent, "body"> & {
  /** The value of a JSON body; text or `null` where the fields are in the query. */
  readonly body: unknown;
  /** The request's fields in canonical names, parsed by the route's schema. */
  readonly input: Input;
};

/** Fields of every write, which is recorded on its goods, or on a box by itself. */
export type WriteInput = {
  readonly zongpai?: string;
  readonly box_no?: string;
  readonly dry_run?: boolean | undefined;
  readonly scanned_at?: number | undefined;
};
export type WriteEvent = ParsedEvent<WriteInput> & { readonly operation: Operation };

/** All values of a header, in any case. */
export const headerValuesOf = (
  { multiValueHeaders }: Pick<APIGatewayProxyEvent, "multiValueHeaders">,
  name: string,
): string[] => {
  const wanted = name.toLowerCase();
  const headers = multiValueHeaders ?? {};
  const spellings = Object.keys(headers).filter((key) => key.toLowerCase() === wanted);
  return spellings.flatMap((key) => headers[key] ?? []);
};

/** Milliseconds. */
export type RequestLimits = {
  /** Of a request; shorter than every time-out of its callers. */
  readonly budget: number;
  /** Kept of the function's own time-out, for the answer. */
  readonly reserve: number;
};

/** The parts that all handlers of a process share. */
export type ServiceContext = {
  readonly site: Site;
  readonly meter: Meter;
  readonly limits: RequestLimits;
  readonly clock: Clock;
  readonly observer: MiddlewareObj;
  readonly log: typeof logEvent;
};

export type LambdaInvocation = Pick<
  Context,
  "functionName" | "awsRequestId" | "getRemainingTimeInMillis"
>;

/** When a request arrived, in epoch milliseconds, and its deadline. */
export type RequestArrival = { readonly at: number; readonly deadline: Deadline };

export const arrivalOf = (
  { limits, clock }: Pick<ServiceContext, "limits" | "clock">,
  { getRemainingTimeInMillis }: Partial<LambdaInvocation>,
): RequestArrival => {
  const at = clock.now();
  const remainingMs = getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY;
  const budgetMs = Math.min(limits.budget, remainingMs - limits.reserve);
  return { at, deadline: deadlineWithin(budgetMs, clock, at) };
};

/** Names the invocation to the log, and writes the metrics. */
export const observeRequests = (meter: Meter): MiddlewareObj => {
  const flush = (): void => meter.flush();
  let isFirstRequest = true;
  return {
    before: ({ context }) => {
      nameInvocation(context);
      if (isFirstRequest) meter.count("ColdStart");
      isFirstRequest = false;
    },
    after: flush,
    onError: flush,
  };
};
