import type { ClientSettings } from "./client-settings.ts";
import type { Outcome } from "./entry.ts";
import type { EntryStatus } from "./queue-status.ts";

/** An entry that gets the same 503 for longer counts as one that cannot be judged, if the ERP answers for others. */
const longestRepetitionMs = 600_000;

/** What the states of the entries tell about 503s. All instants are those of a clock that never goes back, in milliseconds. @public */
export type Repetitions = {
  /** By entry id: the code of its last answer, and when it first got it. Only entries whose last answer is a 503 are in it. */
  readonly codes: ReadonlyMap<string, { readonly code: string; readonly since: number }>;
  /** When an entry was last recorded whose route looks something up in the ERP. */
  readonly lookUpAt: number;
};

export const noRepetitions: Repetitions = {
  codes: new Map(),
  lookUpAt: Number.NEGATIVE_INFINITY,
};

/** Notes what `onChange` reports. It is pure, so the application keeps the result. */
export const noteRepetition = (
  before: Repetitions,
  { routes }: Pick<ClientSettings, "routes">,
  { entry, problem = "" }: EntryStatus,
  outcome: Outcome | undefined,
  now: number,
): Repetitions => {
  const { id, route } = entry;
  const known = before.codes.get(id);
  const [, status, code] = /^(\d+) (\S+)/.exec(problem) ?? [];
  // An attempt without an answer of the service proves nothing.
  const isAnswered = outcome !== undefined || code !== undefined;
  const is503 = outcome === undefined && status === "503" && code !== undefined;
  const codes = new Map(before.codes);
  if (is503 && known?.code !== code) codes.set(id, { code, since: now });
  if (isAnswered && !is503) codes.delete(id);
  const isLookedUp = outcome && outcome.state !== "refused" && !outcome.replayed;
  return { codes, lookUpAt: isLookedUp && routes[route]?.asksErp ? now : before.lookUpAt };
};

/**
 * The code of the 503 that the entry has got for ten minutes, while a look-up in the ERP succeeded for another entry. Perhaps the ERP fails
 * on this entry alone. It stays in the queue and is sent again, because nothing is known about it.
 */
export const unjudgedCode = (
  { codes, lookUpAt }: Repetitions,
  id: string,
  now: number,
): string | undefined => {
  const { code, since = now } = codes.get(id) ?? {};
  return now - since >= longestRepetitionMs && lookUpAt > since ? code : undefined;
};
