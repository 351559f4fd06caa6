import { setTimeout as sleep } from "node:timers/promises";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import type { RouteId } from "#lib/endpoints/ids.ts";
import { clientSettings } from "#lib/page/client-settings.ts";
import type { Answer as Body, Fields, ReadId, WriteId } from "#lib/page/requests.ts";
import { exchange } from "#scanner/client/exchange.ts";
import { serverClock } from "#scanner/client/server-clock.ts";
import { surroundings } from "#scanner/client/surroundings.ts";
import demo from "../../sites/demo.ts";
import { isLoopback } from "../contract/address.ts";

/** A write is known by its key, so that it can be sent any number of times. */
export type Write = { readonly key: string; readonly route: WriteId; readonly fields: object };

/** What came back in the end; `text` is the answer or the refusal as JSON. */
export type Answer = {
  readonly text: string;
  readonly code?: string;
  readonly replayed: boolean;
};

/** So many attempts without an answer for good end the replay. */
const mostAttempts = 10;
/** Milliseconds for an answer, and the longest pause before the next attempt. */
const [patience, longestPause] = [10_000, 2_000];

/** Sends as scanners do, with their client. @throws Error when nobody answers, or the service asks for credentials */
export const scannerAt = (baseUrl: string) => {
  const world = surroundings();
  const credentials = isLoopback(baseUrl) ? localCredentials(demo) : {};
  const settings = clientSettings(demo);
  const { attempt } = exchange({
    baseUrl,
    settings,
    timeout: patience,
    headers: () => credentials,
    world,
    time: serverClock(world),
  });

  const answered = async (route: RouteId, fields: object, key?: string) => {
    for (let attempts = 1; ; attempts += 1) {
      const verdict = await attempt(route, { ...fields }, key);
      if (verdict.state === "held")
        throw new Error(
          `The service at ${baseUrl} asks for credentials, which a replay does not have.`,
        );
      if (verdict.state !== "later") return verdict;
      if (attempts === mostAttempts)
        throw new Error(`No answer from ${baseUrl} in ${attempts} attempts: ${verdict.why}.`);
      await sleep(
        Math.min(longestPause, Math.max(verdict.wait, 25 * 2 ** attempts)) * (1 + Math.random()),
      );
    }
  };

  return {
    write: async ({ route, fields, key }: Write): Promise<Answer> => {
      const verdict = await answered(route, fields, key);
      if (verdict.state !== "refused")
        return { text: JSON.stringify(verdict.answer), replayed: verdict.replayed };
      const { refusal } = verdict;
      return { text: JSON.stringify(refusal), code: refusal.error_code, replayed: false };
    },
    /** The answer of a read, or in a text why there is none. */
    ask: async <Id extends ReadId>(route: Id, fields: Fields<Id>): Promise<Body<Id> | string> => {
      const verdict = await answered(route, fields);
      if (verdict.state !== "refused") return verdict.answer as Body<Id>;
      const { status, error_code, message } = verdict.refusal;
      return `${status} ${error_code}: ${message}`;
    },
  };
};
