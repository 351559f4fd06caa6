import {
  type $Command,
  DynamoDBClient,
  type DynamoDBClientConfig,
  DynamoDBServiceException,
} from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  type DynamoDBDocumentClientResolvedConfig,
  type ServiceInputTypes,
  type ServiceOutputTypes,
} from "@aws-sdk/lib-dynamodb";
import { type Clock, systemClock } from "../clock.ts";
import type { Deadline } from "../domain/operation.ts";
import { Refusal } from "../errors.ts";
import { type Meter, silentMeter } from "../metrics.ts";

type SendCommand = <Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
  command: $Command<
    Input,
    Output,
    DynamoDBDocumentClientResolvedConfig,
    ServiceInputTypes,
    ServiceOutputTypes
  >,
  deadline: Deadline,
) => Promise<Output>;

export const longestAttemptMs = 1_000;

export type TableSettings = {
  readonly name: string;
  /** Where DynamoDB is, if it is not AWS's. */
  readonly endpoint?: string | undefined;
  /** Milliseconds that one attempt may take. */
  readonly attemptLimit?: number;
  readonly count?: Meter["count"];
  readonly clock?: Clock;
  /** In place of the SDK's own, and of its time-outs. */
  readonly requestHandler?: DynamoDBClientConfig["requestHandler"];
};

/** Do not start a read with less than this left, in milliseconds. */
const leastForReadMs = 25;
/** Do not start a write with less than this left, in milliseconds: storing a refusal in its place takes time, too. */
export const leastForWriteMs = 250;

/** `conflict`, `throttled`: nothing was written. `unknown`: perhaps. `fault`: our own error, not repeated. */
export type FailureKind = "conflict" | "throttled" | "unknown" | "fault";

const throttledErrors = new Set([
  "ThrottlingException",
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "LimitExceededException",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
]);

const conflictErrors = new Set([
  "TransactionConflictException",
  "TransactionInProgressException",
  "TransactionConflict",
]);

export const failureOf = (error: unknown): FailureKind => {
  const { name = "" } = error as { readonly name?: string };
  if (throttledErrors.has(name)) return "throttled";
  if (conflictErrors.has(name)) return "conflict";
  // An answer that was cut off has a status too, but is no exception of the service.
  const { httpStatusCode: status = 0 } =
    error instanceof DynamoDBServiceException ? error.$metadata : {};
  return status >= 400 && status < 500 ? "fault" : "unknown";
};

const backoffBaseMs = 20;
const backoffCeilingMs = 400;

/** Waits a random time below a limit that doubles with each attempt; at least `leastLeftMs` of the deadline are left afterwards. */
export const waitBackoff = (
  { random, sleep }: Clock,
  attempt: number,
  deadline: Deadline,
  leastLeftMs: number,
): Promise<void> => {
  const mostMs = Math.min(backoffCeilingMs, backoffBaseMs * 2 ** attempt);
  const drawnMs = random() * mostMs;
  const spareMs = Math.max(0, deadline.left() - leastLeftMs);
  return sleep(Math.min(drawnMs, spareMs));
};

const sendOn =
  (documents: DynamoDBDocumentClient, limitMs: number, { timeout }: Clock): SendCommand =>
  async (command, deadline) => {
    const leftMs = Math.min(limitMs, deadline.left());
    const { signal, cancel } = timeout(Math.max(1, leftMs));
    try {
      return await documents.send(command, { abortSignal: signal });
    } finally {
      cancel();
    }
  };

/**
 * Repeats a failed attempt while there is time.
 * @throws Refusal `timeout` or `throttled` when the time is up
 */
export const repeatAttempts = async <Answer>(
  clock: Clock,
  deadline: Deadline,
  attempt: () => Promise<Answer>,
): Promise<Answer> => {
  let failure: FailureKind = "unknown";
  for (let tries = 0; deadline.left() > leastForReadMs; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      failure = failureOf(error);
      if (failure === "fault") throw error;
      await waitBackoff(clock, tries, deadline, leastForReadMs);
    }
  }
  throw new Refusal(failure === "throttled" ? "throttled" : "timeout", {});
};

/**
 * The one table: every request of the stores goes through this. The SDK makes one attempt, because it repeats no conflicts; `repeatAttempts` and
 * `commit` do.
 */
export const openTable = ({
  name,
  endpoint,
  attemptLimit = longestAttemptMs,
  count = silentMeter.count,
  clock = systemClock,
  requestHandler = {
    connectionTimeout: Math.max(500, attemptLimit / 2),
    requestTimeout: attemptLimit,
    throwOnRequestTimeout: true,
  },
}: TableSettings) => {
  const client = new DynamoDBClient({
    maxAttempts: 1,
    retryMode: "standard",
    endpoint,
    requestHandler,
  });
  const documents = DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
  });
  /** One attempt, aborted at the deadline or after the table's own limit. */
  const send = sendOn(documents, attemptLimit, clock);
  /** Repeats `send`: for reads, and for writes that are safe to repeat. */
  const read: SendCommand = (command, deadline) =>
    repeatAttempts(clock, deadline, () => send(command, deadline));
  /** Rows that this process has seen verified: guesses. */
  const verified = new Set<string>();
  return {
    name,
    endpoint,
    documents,
    count,
    clock,
    verified,
    send,
    read,
  };
};
export type Table = Readonly<ReturnType<typeof openTable>>;
