import * as settings from "site:settings";
import type { RouteAnswer, RouteRequests } from "#lib/page/requests.ts";
import type { ReadOutcome } from "#scanner/client/client.ts";
import { signedInPerson } from "./people.ts";

type RouteId = keyof RouteRequests;

/** When a person signed in: what the service said to one person holds for no other. */
const signedInAt = () => signedInPerson()?.since;

let knownRights:
  | { readonly to: number | undefined; readonly routes: readonly string[] }
  | undefined;

const allowedRoutes = () =>
  knownRights && knownRights.to === signedInAt() ? knownRights.routes : undefined;

/** Whether callers differ in what they may call, and the service has not said what this one may. */
export const areRightsUnknown = (): boolean => settings.roles && !allowedRoutes();

/** Whether the site serves a route, and the service has not said that this person may not call it. */
export const mayCall = (route: RouteId): boolean =>
  settings.client.routes[route] !== undefined && allowedRoutes()?.includes(route) !== false;

/** `false`: the service does not know this person; `undefined`: it did not answer. */
type IsPersonKnown = boolean | undefined;

let pendingQuestion:
  | { readonly to: number | undefined; readonly answered: Promise<IsPersonKnown> }
  | undefined;

const learnRights = async (
  ask: () => Promise<ReadOutcome<RouteAnswer<"get-me">>>,
): Promise<IsPersonKnown> => {
  const to = signedInAt();
  const outcome = await ask();
  // Meanwhile somebody else may have signed in, or nobody is.
  if (signedInAt() !== to) return undefined;
  if (outcome.state === "held" && !outcome.forbidden) return false;
  if (outcome.state !== "done") return undefined;
  knownRights = { to, routes: outcome.answer.routes };
  return true;
};

/** Learns by `ask` whether the service knows this person, and what they may call. While it is asked, nobody asks a second time. */
export const learnRightsOnce = (ask: Parameters<typeof learnRights>[0]): Promise<IsPersonKnown> => {
  const to = signedInAt();
  if (pendingQuestion && pendingQuestion.to === to) return pendingQuestion.answered;
  const answered = learnRights(ask).finally(() => {
    if (pendingQuestion?.answered === answered) pendingQuestion = undefined;
  });
  pendingQuestion = { to, answered };
  return answered;
};
