import { setTimeout as sleep } from "node:timers/promises";
import { clientSettings } from "#lib/page/client-settings.ts";
import type { RouteAnswer as Body, ReadId, RouteFields, WriteId } from "#lib/page/requests.ts";
import type { RouteId } from "#lib/route-ids.ts";
import type { Site } from "#lib/site/schema.ts";
import { createExchange } from "#scanner/client/exchange.ts";
import { serverClock } from "#scanner/client/server-clock.ts";
import { surroundings } from "#scanner/client/surroundings.ts";
import { credentialsFor } from "../smoke/credentials.ts";
import { rootAddressOf } from "./address.ts";
import { signedHeaders } from "./request.ts";

/** A write with its key. Because of the key, it can be sent any number of times. */
export type KeyedWrite = { readonly key: string; readonly route: WriteId; readonly fields: object };

/** A write whose key may be missing, because a dry run needs none. */
type UnkeyedWrite = Omit<KeyedWrite, "key"> & Partial<KeyedWrite>;

/** The final answer to a write. `text` is the answer or the refusal as JSON. */
export type WriteAnswer = {
  readonly text: string;
  readonly refusal?: { readonly error_code: string; readonly message: string };
  readonly replayed: boolean;
  /** Whether a newer scan of the same goods was already recorded. */
  readonly late?: boolean;
};

/** The command ends after this many attempts without a final answer. */
const mostAttempts = 10;
const answerTimeoutMs = 10_000;
/** The longest pause before a retry, without its random part. */
const longestPauseMs = 2_000;

/** Makes a function that resolves when the next request may be sent, at most `rate` per second. */
const requestPacer = (rate: number) => {
  let nextAt = 0;
  return async () => {
    const now = performance.now();
    const waitMs = Math.max(0, nextAt - now);
    nextAt = now + waitMs + 1_000 / rate;
    if (waitMs > 0) await sleep(waitMs);
  };
};

/**
 * Creates a scanner's client that sends at most `rate` requests per second with the credentials of the environment.
 * @throws UsageError if the environment lacks the site's credentials; Error if no answer comes, or the service refuses the credentials
 */
export const scannerAt = async (url: string, site: Site, rate = Number.POSITIVE_INFINITY) => {
  const waitForTurn = requestPacer(rate);
  const { sign } = await credentialsFor(site, url, process.env);
  const world = surroundings();
  const signingWorld = {
    ...world,
    fetch: async (address: string, init: RequestInit) => {
      const { method = "GET" } = init;
      const headers = Object.fromEntries(new Headers(init.headers));
      const body = typeof init.body === "string" ? { body: init.body } : {};
      const sent = { method, target: "", headers, ...body, url: new URL(address) };
      return world.fetch(address, { ...init, headers: await signedHeaders(sent, sign) });
    },
  };
  const { sendRequest } = createExchange(
    { baseUrl: rootAddressOf(url, site), settings: clientSettings(site) },
    { timeout: answerTimeoutMs, world: signingWorld, time: serverClock(world) },
  );

  const sendUntilAnswered = async (route: RouteId, fields: object, key?: string) => {
    for (let attempts = 1; ; attempts += 1) {
      await waitForTurn();
      const verdict = await sendRequest(route, { ...fields }, undefined, key);
      if (verdict.state === "held")
        throw new Error(
          `The service at ${url} needs credentials, which this command does not have (${route}).`,
        );
      if (verdict.state !== "later") return verdict;
      if (attempts === mostAttempts)
        throw new Error(`No answer from ${url} in ${attempts} attempts: ${verdict.problem}.`);
      const pauseMs = Math.min(longestPauseMs, Math.max(verdict.wait, 25 * 2 ** attempts));
      await sleep(pauseMs * (1 + Math.random()));
    }
  };

  return {
    write: async ({ route, fields, key }: UnkeyedWrite): Promise<WriteAnswer> => {
      // A rehearsal has no key of its own.
      const verdict = await sendUntilAnswered(route, fields, key ?? world.key());
      if (verdict.state === "refused")
        return { text: JSON.stringify(verdict.refusal), refusal: verdict.refusal, replayed: false };
      const { state, answer, replayed } = verdict;
      return { text: JSON.stringify(answer), replayed, late: state === "superseded" };
    },
    /** Sends a read. Returns the answer, or a text that explains why there is none. */
    ask: async <Id extends ReadId>(
      route: Id,
      fields: RouteFields<Id>,
    ): Promise<Body<Id> | string> => {
      const verdict = await sendUntilAnswered(route, fields);
      if (verdict.state !== "refused") return verdict.answer as Body<Id>;
      const { status, error_code, message } = verdict.refusal;
      return `${status} ${error_code}: ${message}`;
    },
  };
};

export type ScannerClient = Awaited<ReturnType<typeof scannerAt>>;
