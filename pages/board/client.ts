import * as settings from "site:settings";
import type { Answer, Fields, ReadId, Requests, WriteId } from "#lib/page/requests.ts";
import { createClient, type ReadOutcome } from "#scanner/client/client.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import { isUntold, learnWhatMay, may } from "../shared/may.ts";
import { credentials, doubt, present } from "../shared/people.ts";
import { baseUrl } from "../shared/place.ts";
import { type Read, readOf } from "../shared/read.ts";
import { set } from "./store.ts";

let held = () => {};

const client = createClient<Requests>({
  baseUrl,
  settings: settings.client,
  storage: memoryStorage(),
  headers: () => credentials(),
  onChange: (status) => status.state === "held" && held(),
});

export const { renewed } = client;

const heard = <A>(
  route: keyof Requests,
  outcome: ReadOutcome<A>,
  who = present(),
): ReadOutcome<A> => {
  if (outcome.state === "held") {
    // What is said of another one says nothing of this one.
    if (who?.since !== present()?.since) return { state: "unanswered", problem: "" };
    if (!outcome.forbidden) set({ who: undefined });
    // What this person may call has changed.
    else if (route !== me && may(route)) void askMe();
  }
  if (outcome.state === "unanswered") set({ net: navigator.onLine ? "unanswered" : "offline" });
  else set({ net: "online", answeredAt: Date.now() });
  return outcome;
};

const ask = async <Id extends ReadId>(
  route: Id,
  fields: Fields<Id>,
): Promise<ReadOutcome<Answer<Id>>> => {
  const who = present();
  let outcome = await client.ask(route, fields);
  if (outcome.state === "held" && !outcome.forbidden && doubt())
    outcome = await client.ask(route, fields);
  return heard(route, outcome, who);
};

/** Asks the service, and shows in the header whether it answered. */
export const read = async <Id extends ReadId>(
  route: Id,
  fields: Fields<Id>,
): Promise<Read<Answer<Id>>> => readOf(await ask(route, fields));

const me = "get-me";

/** Asks who this is and what they may call; `false` if the service does not know them. */
export const askMe = async (): Promise<boolean | undefined> => {
  const isKnown = await learnWhatMay(() => ask(me, {}));
  set({});
  return isKnown;
};

/** The same, unless the service has said it. */
export const askOnce = async (): Promise<void> => {
  if (isUntold()) await askMe();
};

const configure = "put-attachment-config";

/** What a configuration would do. */
export const rehearse = async (
  config: Fields<typeof configure>,
): Promise<Read<Answer<typeof configure>>> =>
  readOf(heard(configure, await client.ask(configure, { ...config, dry_run: true })));

/** Saves something, and waits until the service has answered. */
export const record = async <Id extends WriteId>(
  route: Id,
  fields: Fields<Id>,
): Promise<Read<Answer<Id>>> => {
  const refused = new Promise<undefined>((resolve) => {
    held = () => resolve(undefined);
  });
  const ticket = await client.write(route, fields);
  if (ticket.state !== "queued") return readOf(ticket);
  const outcome = await Promise.race([ticket.outcome, refused]);
  if (outcome) return readOf(heard(route, outcome));
  await client.withdraw(ticket.id);
  client.renewed();
  return readOf(heard(route, { state: "held", forbidden: true }));
};
