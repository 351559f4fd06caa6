import { setTimeout as sleep } from "node:timers/promises";
import { DynamoDBClient, DynamoDBServiceException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Deadline } from "../domain/operation.ts";
import { Refusal } from "../errors.ts";
import { type Meter, silent } from "../metrics.ts";
import { answerRehearsals } from "./rehearsal.ts";

/** Hands a request to the SDK, with the signal that ends the attempt. */
type Send<Answer> = (options: { abortSignal: AbortSignal }) => Promise<Answer>;

/** The one table as the stores take it: every call of theirs goes through it. */
export type Table = {
  readonly name: string;
  /** Where DynamoDB is, if it is not AWS's. */
  readonly endpoint: string | undefined;
  readonly documents: DynamoDBDocumentClient;
  readonly count: Meter["count"];
  /** One attempt: given up after what is left of the deadline, at most the table's own limit. */
  readonly attempt: <Answer>(deadline: Deadline, send: Send<Answer>) => Promise<Answer>;
  /**
   * Runs a read, again while time is left.
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

/** Below this many milliseconds a read is not begun. */
const leastForRead = 25;
/** Below this a write is not begun: cut off in the middle it would be one more of which nobody knows, and a refusal must still be put in its place. */
export const leastForWrite = 250;

/** Why an attempt failed: `conflict` and `throttled` wrote nothing; after `unknown` nobody knows. `fault` is ours, not to be retried. */
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
  const { name = "", $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  if (throttles.has(name)) return "throttled";
  if (name === "TransactionConflictException" || name === "TransactionInProgressException" || name === "TransactionConflict")
    return "conflict";
  const status = $metadata?.httpStatusCode;
  // Only a whole answer of DynamoDB's: one that broke off has a status, too, and says nothing.
  return error instanceof DynamoDBServiceException && status !== undefined && status >= 400 && status < 500 ? "fault" : "unknown";
};

const base = 20;
const ceiling = 400;

/**
 * Waits before attempt `n + 1`: full jitter under a doubling ceiling. It leaves `least` milliseconds of the deadline, below which there is
 * no further attempt.
 */
export const backoff = (attempt: number, deadline: Deadline, least: number) =>
  sleep(Math.min(Math.random() * Math.min(ceiling, base * 2 ** attempt), Math.max(0, deadline.left() - least)));

const attemptWithin =
  (limit: number): Table["attempt"] =>
  async (deadline, send) => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), Math.max(1, Math.min(limit, deadline.left())));
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

/** The client for documents on one for DynamoDB. */
const documentsOn = (client: DynamoDBClient) => DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });

/** One attempt; the bundles leave the limiter of adaptive retries out, which the environment could ask for. */
const once = { maxAttempts: 1, retryMode: "standard" } as const;

/** Opens a table. The SDK neither times out nor retries conflicts by itself: one attempt with limits here, the retries in our own loop. */
export const openTable = ({ name, endpoint, attemptLimit = longestAttempt, count = silent.count }: TableSettings): Table => {
  const client = new DynamoDBClient({
    ...once,
    ...(endpoint ? { endpoint } : {}),
    requestHandler: { connectionTimeout: Math.max(500, attemptLimit / 2), requestTimeout: attemptLimit, throwOnRequestTimeout: true },
  });
  const attempt = attemptWithin(attemptLimit);
  return { name, endpoint, documents: documentsOn(client), count, attempt, read: readBy(attempt) };
};

/** The same table for a rehearsal, on the same connections: every command is answered that nothing was found, and nothing is written. */
export const rehearsalTable = (table: Table): Table => {
  const { requestHandler, region, credentials, endpoint } = table.documents.config;
  const client = new DynamoDBClient({ ...once, requestHandler, region, credentials, endpoint });
  answerRehearsals(client);
  return { ...table, documents: documentsOn(client), count: silent.count };
};
