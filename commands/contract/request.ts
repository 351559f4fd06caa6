import { setTimeout as sleep } from "node:timers/promises";
import type { Operation } from "./description.ts";

/** A request as it goes out; `target` is path and query as they are to be sent. */
export type Sent = {
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

type Values = Readonly<Record<string, unknown>>;

const queryText = (value: unknown) =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");

/** The request of an operation with these fields, each where the description puts it. */
export const requestOf = (
  operation: Operation,
  values: Values,
  headers: Readonly<Record<string, string>> = {},
): Sent => {
  const { query: inQuery = [], body = [] } = Object.groupBy(Object.entries(values), ([name]) =>
    operation.placeOf(name),
  );
  const query = inQuery.map(
    ([name, value]) =>
      `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(queryText(value).toWellFormed())}`,
  );
  return {
    method: operation.method,
    target: operation.path + (query.length > 0 ? `?${query.join("&")}` : ""),
    headers: { ...(operation.takesBody ? { "content-type": "application/json" } : {}), ...headers },
    ...(operation.takesBody ? { body: JSON.stringify(Object.fromEntries(body)) } : {}),
  };
};

/** What is told of a request to those who give it credentials; `url` is the whole address. */
type Signable = Sent & { readonly url: URL };
/** Gives a request the headers that let it in. */
export type Sign = (request: Signable) => Promise<Readonly<Record<string, string>>>;

/** Milliseconds: longer than API Gateway lets anyone wait. */
const patience = 35_000;

/** Sends requests to a service; with credentials unless one is to go without. */
export const senderTo =
  (root: string, sign: Sign = async () => ({})): Send =>
  async (sent, credentials = true) => {
    const { method, target, body } = sent;
    const url = new URL(root.replace(/\/$/, "") + target);
    const headers = { ...(credentials ? await sign({ ...sent, url }) : {}), ...sent.headers };
    try {
      const answer = await fetch(url, {
        method,
        headers,
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(patience),
      });
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        text: await answer.text(),
      };
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

/** Sends again, unchanged, what the service asks to have sent again, as a scanner does: a busy ERP or machine is no fault. */
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
