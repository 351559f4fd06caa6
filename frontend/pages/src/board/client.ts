import * as settings from "site:settings";
import type {
  ReadId,
  RouteAnswer,
  RouteFields,
  RouteRequests,
  WriteId,
} from "#lib/page/requests.ts";
import { createClient, type ReadOutcome } from "#scanner/client/client.ts";
import type { EntryState } from "#scanner/client/entry.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import { baseUrl } from "../shared/page-scope.ts";
import { authHeadersOf, expireRefusedToken, signedInPerson } from "../shared/people.ts";
import { areRightsUnknown, learnRightsOnce, mayCall } from "../shared/rights.ts";
import { type ReadResult, readResultOf } from "../shared/service-reads.ts";
import { setState } from "./store.ts";

/** The follower of each waiting write, by the id of its entry. */
const followersById = new Map<string, (state: EntryState) => unknown>();

const showUnanswered = () => setState({ connection: navigator.onLine ? "unanswered" : "offline" });

const boardClient = createClient<RouteRequests>({
  baseUrl,
  settings: settings.client,
  storage: memoryStorage(),
  headers: authHeadersOf,
  // A retry keeps the person of the write, even if another person has signed in since.
  by: () => signedInPerson()?.id,
  onChange: ({ entry, state, problem }) => {
    if (problem !== undefined) showUnanswered();
    followersById.get(entry.id)?.(state);
  },
});

export const { renewed: sendWithNewKey } = boardClient;

/** Updates the page after an outcome: the connection, and the person's rights. */
const noteOutcome = <A>(
  route: keyof RouteRequests,
  outcome: ReadOutcome<A>,
  asker = signedInPerson(),
): ReadOutcome<A> => {
  if (outcome.state === "held") {
    // Another person has signed in since, and this refusal does not apply to them.
    if (asker?.since !== signedInPerson()?.since) return { state: "unanswered", problem: "" };
    if (!outcome.forbidden) setState({ person: undefined });
    // The person's rights have changed, so load them again.
    else if (route !== meRoute && mayCall(route)) void askMe();
  }
  if (outcome.state === "unanswered") showUnanswered();
  else setState({ connection: "online", answeredAt: Date.now() });
  return outcome;
};

const askService = async <Id extends ReadId>(
  route: Id,
  fields: RouteFields<Id>,
): Promise<ReadOutcome<RouteAnswer<Id>>> => {
  const asker = signedInPerson();
  let outcome = await boardClient.ask(route, fields);
  if (outcome.state === "held" && !outcome.forbidden && expireRefusedToken())
    outcome = await boardClient.ask(route, fields);
  return noteOutcome(route, outcome, asker);
};

/** Reads from the service, and shows in the header whether it answered. */
export const readRoute = async <Id extends ReadId>(
  route: Id,
  fields: RouteFields<Id>,
): Promise<ReadResult<RouteAnswer<Id>>> => readResultOf(await askService(route, fields));

const meRoute = "get-me";

/** Loads the signed-in person and their rights; `false` if the service does not know them. */
export const askMe = async (): Promise<boolean | undefined> => {
  const isKnown = await learnRightsOnce(() => askService(meRoute, {}));
  setState({});
  return isKnown;
};

/** Loads the rights if they are not known yet. */
export const askMeOnce = async (): Promise<void> => {
  if (areRightsUnknown()) await askMe();
};

const configRoute = "put-attachment-config";

/** Asks for the effect of a configuration without saving it. */
export const rehearseConfig = async (
  config: RouteFields<typeof configRoute>,
): Promise<ReadResult<RouteAnswer<typeof configRoute>>> => {
  const outcome = await boardClient.ask(configRoute, { ...config, dry_run: true });
  return readResultOf(noteOutcome(configRoute, outcome));
};

/** `withdrawn`: the write was cancelled. `unsure`: the service may have recorded an earlier attempt. */
type WriteResult<A> = ReadResult<A> & { readonly withdrawn?: "withdrawn" | "unsure" };

/**
 * Waits until the service refuses the person of a write, or until `stop` cancels the write. If an attempt is in progress, it finishes
 * first.
 */
const untilEndedEarly = (id: string, stop: AbortSignal | undefined) =>
  new Promise<"held" | "withdrawn" | "unsure">((resolve) => {
    const follow = async (state: EntryState | undefined) => {
      if (state === "held") resolve("held");
      else if (stop?.aborted) {
        const withdrawn = await boardClient.withdraw(id);
        if (withdrawn) resolve(withdrawn);
      }
    };
    followersById.set(id, follow);
    stop?.addEventListener("abort", () => void follow(undefined));
    void follow(boardClient.entries().find(({ entry }) => entry.id === id)?.state);
  });

/**
 * Sends a write, and waits for its outcome. Without an answer, the write is retried with the same key until `stop`. If the service refuses
 * the person, the write is withdrawn.
 */
export const writeRoute = async <Id extends WriteId>(
  route: Id,
  fields: RouteFields<Id>,
  stop?: AbortSignal,
): Promise<WriteResult<RouteAnswer<Id>>> => {
  const asker = signedInPerson();
  const ticket = await boardClient.write(route, fields);
  if (ticket.state !== "queued") return readResultOf(ticket);
  const { id } = ticket;
  const ended = await Promise.race([ticket.outcome, untilEndedEarly(id, stop)]);
  followersById.delete(id);
  if (typeof ended === "object") return readResultOf(noteOutcome(route, ended, asker));
  if (ended !== "held") return { withdrawn: ended };
  await boardClient.withdraw(id);
  boardClient.renewed();
  return readResultOf(noteOutcome(route, { state: "held", forbidden: true }, asker));
};
