import * as settings from "site:settings";
import type { Answer, Requests } from "#lib/page/requests.ts";
import type { ReadOutcome } from "#scanner/client/client.ts";
import { present } from "./people.ts";

type Route = keyof Requests;

/** When a person signed in: what the service said to one person holds for no other. */
const signedIn = () => present()?.since;

let told: { readonly to: number | undefined; readonly routes: readonly string[] } | undefined;

const allowed = () => (told && told.to === signedIn() ? told.routes : undefined);

/** Whether callers differ in what they may call, and the service has not said what this one may. */
export const isUntold = (): boolean => settings.roles && !allowed();

/** Whether the site serves a route, and the service has not said that this person may not call it. */
export const may = (route: Route): boolean =>
  settings.client.routes[route] !== undefined && allowed()?.includes(route) !== false;

/** `false`: the service does not know this person; `undefined`: it did not answer. */
type IsKnown = boolean | undefined;

let asking: { readonly to: number | undefined; readonly answered: Promise<IsKnown> } | undefined;

const learn = async (ask: () => Promise<ReadOutcome<Answer<"get-me">>>): Promise<IsKnown> => {
  const to = signedIn();
  const outcome = await ask();
  // Meanwhile somebody else may have signed in, or nobody is.
  if (signedIn() !== to) return undefined;
  if (outcome.state === "held" && !outcome.forbidden) return false;
  if (outcome.state !== "done") return undefined;
  told = { to, routes: outcome.answer.routes };
  return true;
};

/** Learns by `ask` whether the service knows this person, and what they may call. While it is asked, nobody asks a second time. */
export const learnWhatMay = (ask: Parameters<typeof learn>[0]): Promise<IsKnown> => {
  const to = signedIn();
  if (asking && asking.to === to) return asking.answered;
  const answered = learn(ask).finally(() => {
    if (asking?.answered === answered) asking = undefined;
  });
  asking = { to, answered };
  return answered;
};
