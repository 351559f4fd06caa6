import { setTimeout as sleep } from "node:timers/promises";

/** Fields in canonical names, or a body. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** A request as it is sent; `target` is its path and query. */
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

/** Makes the headers that prove who sends a request to its whole address. */
export type SignRequest = (
  request: SentRequest & { readonly url: URL },
) => Promise<Readonly<Record<string, string>>>;

/**
 * The headers of a request, with those of its credentials. A signer returns every header that it signed, with the name in lower case. `set`
 * replaces them, because two spellings of one name would be sent as one header with both values.
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

/** Longer than API Gateway lets a client wait. */
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
      throw new Error(`no answer: ${(cause as Error | undefined)?.message || message}`);
    }
  };

/** How often a request is sent in all, while the service asks to send it again. */
const sendAttempts = 6;
/** A pause is as long as the answer asks for, but no longer than this. */
const longestPauseMs = 3_000;
const retryStatuses = [429, 503, 504];

/** Sends a request again, unchanged, while the service asks for it, as a scanner does. A busy ERP or machine is no fault. */
export const withRetries =
  (send: SendRequest): SendRequest =>
  async (sent, credentials) => {
    for (let attemptsLeft = sendAttempts - 1; ; attemptsLeft -= 1) {
      const answer = await send(sent, credentials);
      const pauseMs = Number(answer.headers["retry-after"]) * 1_000;
      const asksForRetry = retryStatuses.includes(answer.status) && !Number.isNaN(pauseMs);
      if (!asksForRetry || attemptsLeft === 0) return answer;
      await sleep(Math.min(pauseMs, longestPauseMs));
    }
  };
