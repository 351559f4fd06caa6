import * as settings from "site:settings";
import type { RouteAnswer, RouteRequests } from "#lib/page/requests.ts";
import type { ReadOutcome } from "#scanner/client/client.ts";
import { signedInPerson } from "./people.ts";

type RouteId = keyof RouteRequests;

/** The instant of the sign-in. It identifies the person for whom an answer about rights is valid. */
const signedInAt = () => signedInPerson()?.since;

type KnownRights = { readonly since: number | undefined; readonly routes: readonly string[] };
let knownRights: KnownRights | undefined;

const allowedRoutes = () =>
  knownRights && knownRights.since === signedInAt() ? knownRights.routes : undefined;

/** Whether callers have different rights, and this person's rights are not known yet. */
export const areRightsUnknown = (): boolean => settings.roles && !allowedRoutes();

/** Whether the site serves a route and this person may call it; `true` until the rights are known. */
export const mayCall = (route: RouteId): boolean =>
  settings.client.routes[route] !== undefined && allowedRoutes()?.includes(route) !== false;

/** `false` if the service does not know this person, `undefined` if it did not answer. */
type IsPersonKnown = boolean | undefined;

type PendingQuestion = {
  readonly since: number | undefined;
  readonly answered: Promise<IsPersonKnown>;
};
let pendingQuestion: PendingQuestion | undefined;

const learnRights = async (
  ask: () => Promise<ReadOutcome<RouteAnswer<"get-me">>>,
): Promise<IsPersonKnown> => {
  const since = signedInAt();
  const outcome = await ask();
  // The person may have signed out during the request, or another may have signed in.
  if (signedInAt() !== since) return undefined;
  if (outcome.state === "held" && !outcome.forbidden) return false;
  if (outcome.state !== "done") return undefined;
  knownRights = { since, routes: outcome.answer.routes };
  return true;
};

/** Asks whether the service knows this person, and loads their rights. Concurrent calls share one request. */
export const learnRightsOnce = (ask: Parameters<typeof learnRights>[0]): Promise<IsPersonKnown> => {
  const since = signedInAt();
  if (pendingQuestion && pendingQuestion.since === since) return pendingQuestion.answered;
  const answered = learnRights(ask).finally(() => {
    if (pendingQuestion?.answered === answered) pendingQuestion = undefined;
  });
  pendingQuestion = { since, answered };
  return answered;
};
