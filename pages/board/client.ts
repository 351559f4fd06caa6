import * as settings from "site:settings";
import type {
  ReadId,
  RouteAnswer,
  RouteFields,
  RouteRequests,
  WriteId,
} from "#lib/page/requests.ts";
import { createClient, type ReadOutcome } from "#scanner/client/client.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import { baseUrl } from "../shared/page-scope.ts";
import { authHeadersOf, expireRefusedToken, signedInPerson } from "../shared/people.ts";
import { areRightsUnknown, learnRightsOnce, mayCall } from "../shared/rights.ts";
import { type ReadResult, readResultOf } from "../shared/service-reads.ts";
import { setState } from "./store.ts";

let onHeld = () => {};

const boardClient = createClient<RouteRequests>({
  baseUrl,
  settings: settings.client,
  storage: memoryStorage(),
  headers: () => authHeadersOf(),
  onChange: (status) => status.state === "held" && onHeld(),
});

export const { renewed: sendWithNewKey } = boardClient;

const noteOutcome = <A>(
  route: keyof RouteRequests,
  outcome: ReadOutcome<A>,
  who = signedInPerson(),
): ReadOutcome<A> => {
  if (outcome.state === "held") {
    // What is said of another one says nothing of this one.
    if (who?.since !== signedInPerson()?.since) return { state: "unanswered", problem: "" };
    if (!outcome.forbidden) setState({ who: undefined });
    // What this person may call has changed.
    else if (route !== meRoute && mayCall(route)) void askMe();
  }
  if (outcome.state === "unanswered")
    setState({ net: navigator.onLine ? "unanswered" : "offline" });
  else setState({ net: "online", answeredAt: Date.now() });
  return outcome;
};

const askService = async <Id extends ReadId>(
  route: Id,
  fields: RouteFields<Id>,
): Promise<ReadOutcome<RouteAnswer<Id>>> => {
  const who = signedInPerson();
  let outcome = await boardClient.ask(route, fields);
  if (outcome.state === "held" && !outcome.forbidden && expireRefusedToken())
    outcome = await boardClient.ask(route, fields);
  return noteOutcome(route, outcome, who);
};

/** Asks the service, and shows in the header whether it answered. */
export const readRoute = async <Id extends ReadId>(
  route: Id,
  fields: RouteFields<Id>,
): Promise<ReadResult<RouteAnswer<Id>>> => readResultOf(await askService(route, fields));

const meRoute = "get-me";

/** Asks who this is and what they may call; `false` if the service does not know them. */
export const askMe = async (): Promise<boolean | undefined> => {
  const isKnown = await learnRightsOnce(() => askService(meRoute, {}));
  setState({});
  return isKnown;
};

/** The same, unless the service has said it. */
export const askMeOnce = async (): Promise<void> => {
  if (areRightsUnknown()) await askMe();
};

const configRoute = "put-attachment-config";

/** What a configuration would do. */
export const rehearseConfig = async (
  config: RouteFields<typeof configRoute>,
): Promise<ReadResult<RouteAnswer<typeof configRoute>>> =>
  readResultOf(
    noteOutcome(configRoute, await boardClient.ask(configRoute, { ...config, dry_run: true })),
  );

/** Saves something, and waits until the service has answered. */
export const writeRoute = async <Id extends WriteId>(
  route: Id,
  fields: RouteFields<Id>,
): Promise<ReadResult<RouteAnswer<Id>>> => {
  const refused = new Promise<undefined>((resolve) => {
    onHeld = () => resolve(undefined);
  });
  const ticket = await boardClient.write(route, fields);
  if (ticket.state !== "queued") return readResultOf(ticket);
  const outcome = await Promise.race([ticket.outcome, refused]);
  if (outcome) return readResultOf(noteOutcome(route, outcome));
  await boardClient.withdraw(ticket.id);
  boardClient.renewed();
  return readResultOf(noteOutcome(route, { state: "held", forbidden: true }));
};
