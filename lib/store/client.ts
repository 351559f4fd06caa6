import { setTimeout as sleep } from "node:timers/promises";
import { DynamoDBClient, DynamoDBServiceException } from "@aws-sdk/client-dynamodb";
import type { Deadline } from "../domain/operation.ts";
import { Refusal } from "../errors.ts";
import { type Meter, silent } from "../metrics.ts";
import { answerRehearsals } from "./rehearsal.ts";

/** Hands a request to the SDK, with the signal that ends the attempt. */
type Send<Answer> = (options: { abortSignal: AbortSignal }) => Promise<Answer>;

/** The one table, as the stores use it: every request to DynamoDB goes through this. */
export type Table = {
  readonly name: string;
  /** Where DynamoDB is, if it is not AWS's. */
  readonly endpoint: string | undefined;
  readonly client: DynamoDBClient;
  readonly count: Meter["count"];
  /** One attempt. It is stopped when the deadline is over, or earlier, after the table's own limit. */
  readonly attempt: <Answer>(deadline: Deadline, send: Send<Answer>) => Promise<Answer>;
  /**
   * Runs a read, and repeats it after a failure while there is time.
   * @throws Refusal `timeout` or `throttled` when the time is up
   */
  readonly read: <Answer>(deadline: Deadline, send: Send<Answer>) => Promise<Answer>;
};

/** Milliseconds. */
export const longestAttempt = 1_000;

export type TableSettings = {
  readonly name: string;
  readonly endpoint?: string | undefined;
  /** Milliseconds that one attempt may take; the deadline may leave less. */
  readonly attemptLimit?: number;
  readonly count?: Meter["count"];
};

/** Do not start a read with less than this left, in milliseconds. */
const leastForRead = 25;
/**
 * Do not start a write with less than this left, in milliseconds: if it is cut off we cannot know whether it happened, and we need the
 * time to store a refusal in its place.
 */
export const leastForWrite = 250;

/** Why an attempt failed. `conflict`, `throttled`: nothing was written. `unknown`: perhaps. `fault`: our own error, do not retry. */
export type Failure = "conflict" | "throttled" | "unknown" | "fault";

const throttles = new Set([
  "ThrottlingException",
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "LimitExceededException",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
]);

export const failureOf = (error: unknown): Failure => {
  const { name = "", $metadata } = error as {
    name?: string;
    $metadata?: { httpStatusCode?: number };
  };
  if (throttles.has(name)) return "throttled";
  if (
    name === "TransactionConflictException" ||
    name === "TransactionInProgressException" ||
    name === "TransactionConflict"
  )
    return "conflict";
  const status = $metadata?.httpStatusCode;
  // Only for a complete answer of DynamoDB. One that was cut off has a status too, but tells nothing.
  return error instanceof DynamoDBServiceException &&
    status !== undefined &&
    status >= 400 &&
    status < 500
    ? "fault"
    : "unknown";
};

const base = 20;
const ceiling = 400;

/**
 * Waits before the next attempt: a random time below a limit that doubles with each attempt. It never waits into the last `least`
 * milliseconds of the deadline, because no attempt is started in them.
 */
export const backoff = (attempt: number, deadline: Deadline, least: number) =>
  sleep(
    Math.min(
      Math.random() * Math.min(ceiling, base * 2 ** attempt),
      Math.max(0, deadline.left() - least),
    ),
  );

const attemptWithin =
  (limit: number): Table["attempt"] =>
  async (deadline, send) => {
    const controller = new AbortController();
    const timer = setTimeout(
      () => controller.abort(),
      Math.max(1, Math.min(limit, deadline.left())),
    );
    try {
      return await send({ abortSignal: controller.signal });
    } finally {
      clearTimeout(timer);
    }
  };

const readBy =
  (attempt: Table["attempt"]): Table["read"] =>
  async (deadline, send) => {
    let last: Failure = "unknown";
    for (let tries = 0; deadline.left() > leastForRead; tries += 1) {
      try {
        return await attempt(deadline, send);
      } catch (error) {
        last = failureOf(error);
        if (last === "fault") throw error;
        await backoff(tries, deadline, leastForRead);
      }
    }
    throw last === "throttled" ? new Refusal("throttled", {}) : new Refusal("timeout", {});
  };

/**
 * What the SDK does with each request and nobody here needs: it tells its name and that of a chain of functions in headers, and prepares a
 * log although there is no logger.
 */
const needless = ["getUserAgentMiddleware", "recursionDetectionMiddleware", "loggerMiddleware"];

/** Opens a table. The SDK alone has no time-out and does not retry conflicts. So it makes one attempt, with limits; our own loops retry. */
export const openTable = ({
  name,
  endpoint,
  attemptLimit = longestAttempt,
  count = silent.count,
}: TableSettings): Table => {
  const client = new DynamoDBClient({
    // An address as text is parsed again for each request.
    endpoint: endpoint === undefined ? undefined : { url: new URL(endpoint) },
    requestHandler: {
      connectionTimeout: Math.max(500, attemptLimit / 2),
      requestTimeout: attemptLimit,
      throwOnRequestTimeout: true,
    },
  });
  for (const name of needless) client.middlewareStack.remove(name);
  // Another step finds its place by this name, so it stays, and does nothing.
  client.middlewareStack.add((next) => next, {
    name: "retryMiddleware",
    step: "finalizeRequest",
    priority: "high",
    override: true,
  });
  const attempt = attemptWithin(attemptLimit);
  return { name, endpoint, client, count, attempt, read: readBy(attempt) };
};

/** The same table for a rehearsal, on the same connections: every command gets an empty answer, and nothing is written. */
export const rehearsalTable = (table: Table): Table => {
  // The same client, with a further step: to make another one takes 2 ms of a start.
  const client: DynamoDBClient = Object.create(table.client);
  client.middlewareStack = table.client.middlewareStack.clone();
  answerRehearsals(client);
  return { ...table, client, count: silent.count };
};
