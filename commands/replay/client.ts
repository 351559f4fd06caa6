import * as http from "node:http";
import * as https from "node:https";
import { setTimeout as sleep } from "node:timers/promises";

/** One request; `key` is its idempotency key, which every write carries. */
export type Call = {
  readonly method: string;
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly key?: string;
};

/** What came back; `retries` counts the attempts after the first, `ms` is how long the last one took. */
export type Answer = {
  readonly status: number;
  readonly body: string;
  readonly replayed: boolean;
  readonly retries: number;
  readonly ms: number;
};

export type Client = { readonly send: (call: Call) => Promise<Answer> };

type Attempt = Pick<Answer, "status" | "body" | "replayed"> & { readonly retryAfter: number };

/** Nobody answers, however often one asks: there is no point in going on. */
export class NoAnswerError extends Error {
  override name = "NoAnswerError";
}

const attempts = 8;
/** Milliseconds: longer than the service's own budget for a request, so that an answer that comes is heard. */
const attemptLimit = 10_000;
const base = 50;
const ceiling = 2_000;
/** A longer Retry-After than this is not waited for, in milliseconds. */
const longestWait = 30_000;

/** What the contract lets a scanner send again with the same key, beside no answer at all. */
const unsettled: ReadonlySet<number> = new Set([429, 503, 504]);

/**
 * A client with keep-alive that behaves as the contract asks of a scanner's queue: 429, 503, 504 and no answer are sent again
 * with the same key after the time that Retry-After names or, if longer, a random part of a doubling limit, eight times at most.
 * node:http, not fetch: it costs half the processor time, which on a small machine is the service's.
 * The connections close when `signal` is aborted; until then they stay open.
 * @throws NoAnswerError when no attempt was answered; the reason of `signal` once it is aborted
 */
export const connect = (baseUrl: string, signal: AbortSignal): Client => {
  const { request, Agent } = baseUrl.startsWith("https:") ? https : http;
  const agent = new Agent({ keepAlive: true });
  signal.addEventListener("abort", () => agent.destroy(), { once: true });

  const once = ({ method, path, body, key }: Call): Promise<Attempt> =>
    new Promise((resolve, reject) => {
      const text = body && JSON.stringify(body);
      const headers = {
        ...(text === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
      };
      const sent = request(baseUrl + path, { method, agent, headers, timeout: attemptLimit }, (response) => {
        let received = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          received += chunk;
        });
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            body: received,
            replayed: response.headers["idempotency-replayed"] === "true",
            retryAfter: Number(response.headers["retry-after"] ?? 0) * 1_000 || 0,
          }),
        );
      });
      sent.on("timeout", () => sent.destroy(new Error("no answer in time")));
      sent.on("error", reject);
      sent.end(text);
    });

  const send = async (call: Call): Promise<Answer> => {
    for (let retries = 0; ; retries += 1) {
      signal.throwIfAborted();
      const started = performance.now();
      const attempt = await once(call).catch((error: Error) => error);
      const ms = performance.now() - started;
      const last = retries + 1 >= attempts;
      const silent = attempt instanceof Error;
      if (silent && last) throw new NoAnswerError(`No answer from ${baseUrl} in ${attempts} attempts: ${attempt.message}.`);
      const retryAfter = silent ? 0 : attempt.retryAfter;
      if (!silent && (last || !unsettled.has(attempt.status) || retryAfter > longestWait)) return { ...attempt, retries, ms };
      const jitter = Math.random() * Math.min(ceiling, base * 2 ** retries);
      await sleep(Math.max(retryAfter, jitter), undefined, { signal });
    }
  };

  return { send };
};
