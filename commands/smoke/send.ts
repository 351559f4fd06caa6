import { setTimeout as sleep } from "node:timers/promises";
import type { Received, Sent } from "../fuzz/request.ts";
import type { Sign } from "./credentials.ts";

/** How often a request is sent in all, while the service asks for it to be sent again. */
const tries = 6;
/** Milliseconds: a pause is as long as the answer asks for, but no longer than this. */
const longestPause = 3_000;
/** Milliseconds: longer than API Gateway lets anyone wait. */
const patience = 35_000;

/** Fetch hides what happened one level down. */
const told = (error: unknown): Error => {
  const { message, name, cause } = error as Error;
  const inner = cause as (Error & { code?: string }) | undefined;
  if (name === "TimeoutError") return new Error(`no answer in ${patience / 1_000} s`);
  return new Error(`no answer: ${inner?.message || inner?.code || message}`);
};

/**
 * Sends requests to the service below `root`, with credentials unless a request is to go without. What the service asks to have
 * sent again (Retry-After) is, unchanged, as a scanner does: an ERP that is slow for a moment is no fault of a deployment.
 */
export const senderTo = (root: string, sign: Sign | undefined) => {
  const once = async ({ method, target, headers, body }: Sent, credentials: boolean): Promise<Received> => {
    const url = new URL(root + target);
    const request = { method, url, headers, body };
    const all = { ...headers, ...(credentials && sign ? await sign(request) : {}) };
    try {
      const response = await fetch(url, {
        method,
        headers: all,
        redirect: "manual",
        signal: AbortSignal.timeout(patience),
        body,
      });
      return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
    } catch (error) {
      throw told(error);
    }
  };
  return async (sent: Sent, credentials = true): Promise<Received> => {
    for (let left = tries - 1; ; left -= 1) {
      const answer = await once(sent, credentials);
      const pause = Number(answer.headers["retry-after"]) * 1_000;
      if (Number.isNaN(pause) || left === 0) return answer;
      await sleep(Math.min(pause, longestPause));
    }
  };
};

export type SmokeSend = ReturnType<typeof senderTo>;
