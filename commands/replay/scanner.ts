import { localCredentials } from "#infra/local/authenticate-key.ts";
import { type Client, createClient, type ReadOutcome, type Ticket } from "#lib/client/client.ts";
import { clientSettings } from "#lib/client/settings.ts";
import { memoryStorage } from "#lib/client/storage.ts";
import { surroundings } from "#lib/client/surroundings.ts";
import type { ClientSettings, Fields, RouteSettings, WriteId } from "#lib/client/types.ts";
import demo from "../../sites/demo.ts";
import { isLoopback } from "../contract/address.ts";

/** A write is known by its key, so that it can be sent any number of times. */
export type Write = {
  readonly key: string;
  readonly send: (client: Client) => Promise<Ticket<unknown> | { readonly state: "misread" }>;
};

export const write = <Id extends WriteId>(id: Id, key: string, fields: Fields<Id>): Write => ({
  key,
  send: (client) => client.write(id, fields),
});

/** What came back in the end; `text` is the answer or the refusal as JSON, `attempts` how often it was sent until it was settled. */
export type Answer = { readonly text: string; readonly code?: string; readonly replayed: boolean; readonly attempts: number };

/** One scanner: it sends one request after the other, each until it is settled. */
export type Scanner = {
  readonly write: (write: Write) => Promise<Answer>;
  readonly ask: <Found>(read: (client: Client) => Promise<ReadOutcome<Found>>) => Promise<Found | string>;
  /** Ends what is under way, so that nothing of it keeps the process. */
  readonly close: () => void;
};

/** So many attempts in a row that settle nothing, and a scanner gives up: there is no point in going on. */
const mostAttempts = 10;

/** The instant of a scan is part of what a key names, and a replay that is made again has another: it leaves it out. */
const undated = (settings: ClientSettings): ClientSettings => ({
  ...settings,
  routes: Object.fromEntries(
    Object.entries(settings.routes as Record<string, RouteSettings>).map(([id, { takes, ...row }]) => {
      const { scanned_at, ...others } = takes;
      return [id, { ...row, takes: others }];
    }),
  ),
});

/**
 * Scanners with the client that the repository has for them.
 * Their promises are rejected when nobody answers, or the service asks for credentials.
 */
export const scannersAt = (baseUrl: string) => {
  const settings = undated(clientSettings(demo));
  const credentials = isLoopback(baseUrl) ? localCredentials(demo) : {};
  return (): Scanner => {
    const gone = Promise.withResolvers<never>();
    // Who waits for an answer is told.
    gone.promise.catch(() => {});
    let key = "";
    let attempts = 0;
    const unsettled = (why: string) => {
      if (attempts >= mostAttempts) gone.reject(new Error(`No answer from ${baseUrl} in ${mostAttempts} attempts: ${why}.`));
    };
    const own = surroundings();
    const world = {
      ...own,
      key: () => key,
      // The service is near, and a replay has no other work meanwhile: the pauses are shorter than a scanner's.
      random: () => Math.random() / 5,
      fetch: async (url: string, init: RequestInit) => {
        attempts += 1;
        try {
          const response = await own.fetch(url, init);
          if (response.status === 429 || response.status >= 500) unsettled(`status ${response.status}`);
          if (response.status === 401 || response.status === 403)
            gone.reject(new Error(`The service at ${baseUrl} asks for credentials, which a replay does not have.`));
          return response;
        } catch (error) {
          unsettled(((error as Error).cause as Error | undefined)?.message ?? (error as Error).message);
          throw error;
        }
      },
    };
    const client = createClient({ baseUrl, settings, storage: memoryStorage(), world, headers: () => credentials });
    return {
      close: client.close,
      write: async (write) => {
        key = write.key;
        attempts = 0;
        const ticket = await write.send(client);
        if (ticket.state === "misread") throw new Error(`${key} was not sent.`);
        const outcome = await Promise.race([ticket.settled, gone.promise]);
        if (outcome.state !== "refused") return { text: JSON.stringify(outcome.answer), replayed: outcome.replayed, attempts };
        const { unsure, ...refusal } = outcome.refusal;
        return { text: JSON.stringify(refusal), code: refusal.error_code, replayed: false, attempts };
      },
      ask: async (read) => {
        attempts = 0;
        const found = await Promise.race([read(client), gone.promise]);
        if (found.state === "done") return found.answer;
        if (found.state === "refused") return `${found.refusal.status} ${found.refusal.error_code}: ${found.refusal.message}`;
        throw new Error(`No answer from ${baseUrl}: ${found.state === "unanswered" ? found.problem : found.state}.`);
      },
    };
  };
};
