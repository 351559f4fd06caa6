import { setTimeout as sleep } from "node:timers/promises";
import type { RouteId } from "#lib/endpoints/ids.ts";

/** An operation of a site's API, as its description has it. */
export type Operation = {
  readonly id: RouteId;
  readonly method: string;
  readonly path: string;
  readonly takesBody: boolean;
  /** Names on the wire of the fields that are sent in the query although there is a body. */
  readonly inQuery: ReadonlySet<string>;
  /** The header that names a scan, where the operation takes one. */
  readonly keyHeader: string | undefined;
  /** The status of a success. */
  readonly success: number;
  /** What is wrong with an answer's body of this status, if anything. */
  readonly faultOf: (status: number, body: unknown) => string | undefined;
};

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

/** The request of an operation with these fields, under their names on the wire; the key names the scan, where the operation takes one. */
export const requestOf = (
  { method, path, takesBody, inQuery, keyHeader }: Operation,
  values: Readonly<Record<string, unknown>>,
  key?: string,
): Sent => {
  const { query = [], body = [] } = Object.groupBy(Object.entries(values), ([name]) =>
    takesBody && !inQuery.has(name) ? "body" : "query",
  );
  const asked = new URLSearchParams(
    query.map(([name, value]): [string, string] => [name, String(value)]),
  );
  return {
    method,
    target: path + (query.length > 0 ? `?${asked}` : ""),
    headers: {
      ...(takesBody ? { "content-type": "application/json" } : {}),
      ...(key !== undefined && keyHeader ? { [keyHeader]: key } : {}),
    },
    ...(takesBody ? { body: JSON.stringify(Object.fromEntries(body)) } : {}),
  };
};

/** Gives a request, with its whole address, the headers that let it in. */
export type Sign = (
  request: Sent & { readonly url: URL },
) => Promise<Readonly<Record<string, string>>>;

/** Milliseconds: longer than API Gateway lets anyone wait. */
const patience = 35_000;

/** Sends requests to a service; with credentials unless one is to go without. */
export const senderTo =
  (root: string, sign: Sign = async () => ({})): Send =>
  async (sent, credentials = true) => {
    const { method, target, body } = sent;
    const url = new URL(root.replace(/\/$/, "") + target);
    const headers = { ...(credentials ? await sign({ ...sent, url }) : {}), ...sent.headers };
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
