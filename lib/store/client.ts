import { setTimeout as sleep } from "node:timers/promises";
import { DynamoDBClient, DynamoDBServiceException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Deadline } from "../domain/operation.ts";
import { optionalEnv, requireEnv } from "../env.ts";
import { Refusal } from "../errors.ts";
import { answerDryRuns } from "./sign-of-life.ts";

export const tableName = requireEnv("TABLE_NAME");
const endpoint = optionalEnv("DYNAMODB_ENDPOINT");

/** Longest wait for one attempt, in milliseconds; the deadline may leave less. */
const attemptLimit = 1_000;

/** The SDK neither times out nor retries conflicts by itself: one attempt with limits here, the retries in our own loop. */
export const documents = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    maxAttempts: 1,
    // The bundles leave the limiter of adaptive retries out, which the environment could ask for.
    retryMode: "standard",
    ...(endpoint ? { endpoint } : {}),
    requestHandler: { connectionTimeout: 500, requestTimeout: attemptLimit, throwOnRequestTimeout: true },
  }),
  { marshallOptions: { removeUndefinedValues: true } },
);

answerDryRuns(documents);

/** One attempt: given up after what is left of the deadline, at most one second. */
export const attempt = async <Answer>(
  deadline: Deadline,
  send: (options: { abortSignal: AbortSignal }) => Promise<Answer>,
): Promise<Answer> => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), Math.max(1, Math.min(attemptLimit, deadline.left())));
  try {
    return await send({ abortSignal: controller.signal });
  } finally {
    clearTimeout(timer);
  }
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

/**
 * Runs a read, again while time is left.
 * @throws Refusal `timeout` or `throttled` when the time is up
 */
export const read = async <Answer>(
  deadline: Deadline,
  send: (options: { abortSignal: AbortSignal }) => Promise<Answer>,
): Promise<Answer> => {
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
