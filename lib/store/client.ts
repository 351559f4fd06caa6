import {
  type $Command,
  DynamoDBClient,
  type DynamoDBClientConfig,
  DynamoDBServiceException,
  type TransactWriteItemsCommand,
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

type SendTransaction = (command: TransactWriteItemsCommand, deadline: Deadline) => Promise<unknown>;

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

/**
 * `conflict`, `throttled`, `untimely` (a signature or credentials that are too old or too new): nothing was written. `unknown`: perhaps.
 * `fault`: our own error, not repeated.
 */
export type FailureKind = "conflict" | "throttled" | "untimely" | "unknown" | "fault";

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

/** A function that was frozen between signing and sending sends an old signature. The next attempt has a new one. */
const untimelyErrors = new Set([
  "RequestTimeTooSkewed",
  "RequestExpired",
  "RequestInTheFuture",
  "ExpiredTokenException",
  "ExpiredToken",
]);
/** A signature with a wrong key has the same error. */
const isUntimelySignature = (name: string, message: string): boolean =>
  name === "InvalidSignatureException" && /^Signature (?:expired|not yet current)/.test(message);

export const failureOf = (error: unknown): FailureKind => {
  const { name = "", message = "" } = error as Partial<Error>;
  if (throttledErrors.has(name)) return "throttled";
  if (conflictErrors.has(name)) return "conflict";
  if (untimelyErrors.has(name) || isUntimelySignature(name, message)) return "untimely";
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

/** Every attempt was refused because of its time. */
export class WrongClockError extends Error {
  override name = "WrongClockError";
  constructor(cause: unknown) {
    const { name } = cause as Error;
    const what = `DynamoDB refused every attempt because of its time (${name})`;
    super(`${what}: the clock is wrong, or the credentials have expired.`, { cause });
  }
}

/** Makes attempts with a signal that is aborted at the deadline, or after the limit of an attempt. */
const attemptsWithin =
  ({
    attemptLimit,
    clock,
    count,
  }: Required<Pick<TableSettings, "attemptLimit" | "clock" | "count">>) =>
  async <Output>(
    deadline: Deadline,
    attempt: (signal: AbortSignal) => Promise<Output>,
  ): Promise<Output> => {
    const leftMs = Math.min(attemptLimit, deadline.left());
    const { signal, cancel } = clock.timeout(Math.max(1, leftMs));
    try {
      return await attempt(signal);
    } catch (error) {
      if (failureOf(error) === "untimely") count("SignatureRefused");
      throw error;
    } finally {
      cancel();
    }
  };

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

/**
 * Repeats a failed attempt while there is time.
 * @throws Refusal `timeout` or `throttled`, or WrongClockError, when the time is up
 */
export const repeatAttempts = async <Answer>(
  clock: Clock,
  deadline: Deadline,
  attempt: () => Promise<Answer>,
): Promise<Answer> => {
  let failure: FailureKind = "unknown";
  let lastError: unknown;
  for (let tries = 0; deadline.left() > leastForReadMs; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      lastError = error;
      failure = failureOf(error);
      if (failure === "fault") throw error;
      await waitBackoff(clock, tries, deadline, leastForReadMs);
    }
  }
  if (failure === "untimely") throw new WrongClockError(lastError);
  throw new Refusal(failure === "throttled" ? "throttled" : "timeout", {});
};

/**
 * The one table: every request of the stores goes through this. The SDK makes one attempt, because it repeats no conflicts; `repeatAttempts` and
 * `commit` do. Transactions have a client of their own on the same connections. It resolves the SDK's steps only once, which the document
 * client cannot.
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
    // The limit above ends with the headers. This one closes a connection whose answer stops in its body.
    socketTimeout: attemptLimit,
  },
}: TableSettings) => {
  const settings = { maxAttempts: 1, retryMode: "standard", endpoint };
  const client = new DynamoDBClient({ ...settings, requestHandler });
  const documents = DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
  });
  const transactions = new DynamoDBClient({
    ...settings,
    requestHandler: client.config.requestHandler,
    credentials: client.config.credentials,
    cacheMiddleware: true,
    // `commit` repeats. The SDK's own strategies prepare each request for a repetition, with an error object that has a stack.
    retryStrategy: { retry: (next, args) => next(args) },
  });
  const within = attemptsWithin({ attemptLimit, clock, count });
  /** One attempt, aborted at the deadline or after the table's own limit. */
  const send: SendCommand = (command, deadline) =>
    within(deadline, (abortSignal) => documents.send(command, { abortSignal }));
  /** As `transact`; also for a command with steps of its own, which must not be cached. */
  const transactUncached: SendTransaction = (command, deadline) =>
    within(deadline, (abortSignal) => transactions.send(command, { abortSignal }));
  /**
   * One attempt at a transaction with marshalled values. While there is time for a whole attempt, it has no options: only then the SDK reuses
   * the steps of the command, and its own time-outs close the connection.
   */
  const transact: SendTransaction = (command, deadline) =>
    deadline.left() < attemptLimit
      ? transactUncached(command, deadline)
      : within(deadline, (signal) =>
          Promise.race([transactions.send(command), rejectOnAbort(signal)]),
        );
  /** Repeats `send`: for reads, and for writes that are safe to repeat. */
  const read: SendCommand = (command, deadline) =>
    repeatAttempts(clock, deadline, () => send(command, deadline));
  /** Rows that this process has seen verified, and the products of goods: guesses. */
  const verified = new Map<string, string | undefined>();
  return {
    name,
    endpoint,
    documents,
    transactions,
    count,
    clock,
    verified,
    send,
    transact,
    transactUncached,
    read,
  };
};
export type Table = Readonly<ReturnType<typeof openTable>>;
