import { setTimeout as sleep } from "node:timers/promises";

/** Fields with canonical names, or a body. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** A request to send. `target` is its path and query. */
type SentRequest = {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};
export type ReceivedAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
};
export type SendRequest = (sent: SentRequest, credentials?: boolean) => Promise<ReceivedAnswer>;

/** Thrown if a request got no answer, or none that depends on the service: its credentials, the load or the ERP hindered it. */
export class Hindered extends Error {
  override readonly name = "Hindered";
}

/** Makes the headers that authenticate a request. */
export type SignRequest = (
  request: SentRequest & { readonly url: URL },
) => Promise<Readonly<Record<string, string>>>;

/**
 * The headers of a request, including credentials. A signer returns every signed header, with its name in lower case. `set` replaces
 * existing headers, because two spellings of one name would be sent as one header with both values.
 */
export const signedHeaders = async (
  request: Parameters<SignRequest>[0],
  sign: SignRequest | undefined,
): Promise<Headers> => {
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries((await sign?.(request)) ?? {}))
    headers.set(name, value);
  return headers;
};

/** Longer than the time limit of API Gateway. */
const answerTimeoutMs = 35_000;

/** Sends requests to a service, with credentials unless `credentials` is false. */
export const senderTo =
  (root: string, sign?: SignRequest): SendRequest =>
  async (sent, credentials = true) => {
    const { method, target, body } = sent;
    const url = new URL(root.replace(/\/$/, "") + target);
    const headers = await signedHeaders({ ...sent, url }, credentials ? sign : undefined);
    const signal = AbortSignal.timeout(answerTimeoutMs);
    try {
      const answer = await fetch(url, { method, headers, body, redirect: "manual", signal });
      const { status } = answer;
      return { status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
    } catch (error) {
      const { message, cause } = error as Error;
      throw new Hindered(`no answer: ${(cause as Error | undefined)?.message || message}`);
    }
  };

/** The maximum number of attempts while there is no answer, or the service asks for a retry. */
const sendAttempts = 6;
/** A pause follows the answer's Retry-After, but is no longer than this. */
const longestPauseMs = 3_000;
const pauseAfterLostMs = 500;
const retryStatuses = [429, 503, 504];

/** Milliseconds until the next attempt; `undefined` after a final answer. */
const pauseAfter = (attempt: ReceivedAnswer | Error): number | undefined => {
  if (attempt instanceof Error) return pauseAfterLostMs;
  const pauseMs = Number(attempt.headers["retry-after"]) * 1_000;
  const asksForRetry = retryStatuses.includes(attempt.status) && !Number.isNaN(pauseMs);
  return asksForRetry ? Math.min(pauseMs, longestPauseMs) : undefined;
};

/**
 * Sends an unchanged request again, with the same key, if its answer is lost or while the service asks for it, as a scanner does. A lost
 * packet and a busy ERP or machine are no fault of the service.
 */
export const withRetries =
  (send: SendRequest): SendRequest =>
  async (sent, credentials) => {
    for (let attemptsLeft = sendAttempts - 1; ; attemptsLeft -= 1) {
      const attempt = await send(sent, credentials).catch((error: Error) => error);
      const pauseMs = pauseAfter(attempt);
      if (pauseMs !== undefined && attemptsLeft > 0) await sleep(pauseMs);
      else if (attempt instanceof Error) throw attempt;
      else return attempt;
    }
  };
