import * as settings from "site:settings";
import type { Answer, Fields, ReadId, Requests, WriteId } from "#lib/page/requests.ts";
import { createClient, type ReadOutcome } from "#scanner/client/client.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import { credentials } from "../shared/key.ts";
import { askWhatMay, forbid } from "../shared/may.ts";
import { baseUrl } from "../shared/place.ts";
import { set } from "./store.ts";

let held = () => {};

const client = createClient<Requests>({
  baseUrl,
  settings: settings.client,
  // What is saved here is waited for.
  storage: memoryStorage(),
  headers: credentials,
  onChange: (standing) => standing.state === "held" && held(),
});

/** Asks again with another key. */
export const { renewed } = client;

/** What came of a question; without an answer, why. */
export type Read<A> = {
  readonly answer?: A;
  readonly sentence?: string;
  readonly silent?: boolean;
  readonly forbidden?: boolean;
};

/** Asks, where keys have roles, whether this one may configure. */
export const askWhether = (): Promise<void> => askWhatMay(client, ["put-attachment-config"]);

const keyNow = () => credentials()["x-api-key"];

const heard = <A>(route: ReadId | WriteId, outcome: ReadOutcome<A>, key = keyNow()): Read<A> => {
  if (outcome.state === "unanswered") {
    set({ net: navigator.onLine ? "unanswered" : "offline" });
    return { silent: true };
  }
  const held = outcome.state === "held";
  // What is said of another key says nothing of this one.
  if (held && key !== keyNow()) return { silent: true };
  if (held && outcome.forbidden) forbid(route);
  set({
    net: "online",
    answeredAt: Date.now(),
    ...(held && !outcome.forbidden ? { signIn: true } : {}),
  });
  if (held) return { forbidden: true };
  if (outcome.state === "misread") return { sentence: outcome.message };
  return outcome.state === "refused"
    ? { sentence: outcome.refusal.message }
    : { answer: outcome.answer };
};

/** Asks the service, and tells the header whether it answered. */
export const read = async <Id extends ReadId>(
  route: Id,
  fields: Fields<Id>,
): Promise<Read<Answer<Id>>> => {
  const key = keyNow();
  return heard(route, await client.ask(route, fields), key);
};

type Config = Fields<"put-attachment-config">;

/** What a configuration would do; nothing is written. */
export const rehearse = async (config: Config): Promise<Read<Answer<"put-attachment-config">>> =>
  heard(
    "put-attachment-config",
    await client.ask("put-attachment-config", { ...config, dry_run: true }),
  );

/** Saves a configuration, and waits until the service has answered. */
export const configure = async (config: Config): Promise<Read<Answer<"put-attachment-config">>> => {
  const refused = new Promise<undefined>((resolve) => {
    held = () => resolve(undefined);
  });
  const ticket = await client.write("put-attachment-config", config);
  if (ticket.state !== "queued") return { sentence: ticket.message };
  const outcome = await Promise.race([ticket.settled, refused]);
  if (outcome) return heard("put-attachment-config", outcome);
  await client.withdraw(ticket.id);
  client.renewed();
  return heard("put-attachment-config", { state: "held", forbidden: true });
};
