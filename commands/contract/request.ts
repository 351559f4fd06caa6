import { setTimeout as sleep } from "node:timers/promises";

/** Fields in canonical names, or a body. */
export type Values = Readonly<Record<string, unknown>>;

/** A request as it goes out; `target` is path and query as they are to be sent. */
type Sent = {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};
export type Received = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
};
export type Send = (sent: Sent, credentials?: boolean) => Promise<Received>;

/** Gives a request, with its whole address, the headers that let it in. */
export type Sign = (
  request: Sent & { readonly url: URL },
) => Promise<Readonly<Record<string, string>>>;

/**
 * The headers of a request with the credentials' own. A signer gives back every header that it signed, with its name in lower case: two
 * spellings of one name would go out as one header with both values.
 */
export const signedHeaders = async (
  request: Parameters<Sign>[0],
  sign: Sign | undefined,
): Promise<Headers> => {
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries((await sign?.(request)) ?? {}))
    headers.set(name, value);
  return headers;
};

/** Milliseconds: longer than API Gateway lets anyone wait. */
const patience = 35_000;

/** Sends requests to a service; with credentials unless one is to go without. */
export const senderTo =
  (root: string, sign?: Sign): Send =>
  async (sent, credentials = true) => {
    const { method, target, body } = sent;
    const url = new URL(root.replace(/\/$/, "") + target);
    const headers = await signedHeaders({ ...sent, url }, credentials ? sign : undefined);
    const signal = AbortSignal.timeout(patience);
    try {
      const answer = await fetch(url, { method, headers, body, redirect: "manual", signal });
      const { status } = answer;
      return { status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
    } catch (error) {
      const { message, cause } = error as Error;
      throw new Error(`no answer: ${(cause as Error | undefined)?.message || message}`);
    }
  };

/** How often a request is sent in all, while the service asks for it to be sent again. */
const tries = 6;
/** Milliseconds: a pause is as long as the answer asks for, but no longer than this. */
const longestPause = 3_000;
const comeAgain = [429, 503, 504];

/** Sends again, unchanged, while the service asks for it, as a scanner does: a busy ERP or machine is no fault. */
export const patiently =
  (send: Send): Send =>
  async (sent, credentials) => {
    for (let left = tries - 1; ; left -= 1) {
      const answer = await send(sent, credentials);
      const pause = Number(answer.headers["retry-after"]) * 1_000;
      if (!comeAgain.includes(answer.status) || Number.isNaN(pause) || left === 0) return answer;
      await sleep(Math.min(pause, longestPause));
    }
  };
