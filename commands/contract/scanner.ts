import { setTimeout as sleep } from "node:timers/promises";
import type { RouteId } from "#lib/endpoints/ids.ts";
import { clientSettings } from "#lib/page/client-settings.ts";
import type { RouteAnswer as Body, ReadId, RouteFields, WriteId } from "#lib/page/requests.ts";
import type { Site } from "#lib/site/schema.ts";
import { createExchange } from "#scanner/client/exchange.ts";
import { serverClock } from "#scanner/client/server-clock.ts";
import { surroundings } from "#scanner/client/surroundings.ts";
import { credentialsFor } from "../smoke/credentials.ts";
import { rootAddressOf } from "./address.ts";
import { signedHeaders } from "./request.ts";

/** A write is known by its key, so that it can be sent any number of times. */
export type KeyedWrite = { readonly key: string; readonly route: WriteId; readonly fields: object };

/** What came back in the end; `text` is the answer or the refusal as JSON. */
export type WriteAnswer = {
  readonly text: string;
  readonly refusal?: { readonly error_code: string; readonly message: string };
  readonly replayed: boolean;
  /** A newer scan of the same goods was there already. */
  readonly late?: boolean;
};

/** So many attempts without an answer for good end the command. */
const mostAttempts = 10;
/** Milliseconds for an answer, and the longest pause before the next attempt. */
const [answerTimeoutMs, longestPauseMs] = [10_000, 2_000];

/** Resolves when the next request may go, so many a second. */
const requestPacer = (rate: number) => {
  let next = 0;
  return async () => {
    const now = performance.now();
    const wait = Math.max(0, next - now);
    next = now + wait + 1_000 / rate;
    if (wait > 0) await sleep(wait);
  };
};

/**
 * Sends at most so many requests a second, as scanners do, with their client and the credentials of the environment.
 * @throws UsageError without credentials that the site asks for; Error when nobody answers, or the service refuses the credentials
 */
export const scannerAt = async (url: string, site: Site, rate = Number.POSITIVE_INFINITY) => {
  const pause = requestPacer(rate);
  const { sign } = await credentialsFor(site, url, process.env);
  const world = surroundings();
  const signing = {
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
    { timeout: answerTimeoutMs, world: signing, time: serverClock(world) },
  );

  const answered = async (route: RouteId, fields: object, key?: string) => {
    for (let attempts = 1; ; attempts += 1) {
      await pause();
      const verdict = await sendRequest(route, { ...fields }, undefined, key);
      if (verdict.state === "held")
        throw new Error(
          `The service at ${url} asks for credentials, which this command does not have (${route}).`,
        );
      if (verdict.state !== "later") return verdict;
      if (attempts === mostAttempts)
        throw new Error(`No answer from ${url} in ${attempts} attempts: ${verdict.problem}.`);
      await sleep(
        Math.min(longestPauseMs, Math.max(verdict.wait, 25 * 2 ** attempts)) * (1 + Math.random()),
      );
    }
  };

  return {
    /** A dry run needs no key. */
    write: async ({
      route,
      fields,
      key,
    }: Omit<KeyedWrite, "key"> & Partial<KeyedWrite>): Promise<WriteAnswer> => {
      const verdict = await answered(route, fields, key);
      if (verdict.state === "refused")
        return { text: JSON.stringify(verdict.refusal), refusal: verdict.refusal, replayed: false };
      const { state, answer, replayed } = verdict;
      return { text: JSON.stringify(answer), replayed, late: state === "superseded" };
    },
    /** The answer of a read, or in a text why there is none. */
    ask: async <Id extends ReadId>(
      route: Id,
      fields: RouteFields<Id>,
    ): Promise<Body<Id> | string> => {
      const verdict = await answered(route, fields);
      if (verdict.state !== "refused") return verdict.answer as Body<Id>;
      const { status, error_code, message } = verdict.refusal;
      return `${status} ${error_code}: ${message}`;
    },
  };
};

export type ScannerClient = Awaited<ReturnType<typeof scannerAt>>;
