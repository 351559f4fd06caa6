import type {
  CoreEffect,
  CoreEvent,
  EffectArguments,
  NewEntry,
} from "#scanner/client/core/events.ts";
import { handleEvent } from "#scanner/client/core/handle-event.ts";
import {
  type CoreState,
  type EventMoment,
  initialState,
  storedEntries,
} from "#scanner/client/core/state.ts";
import type { ClientSettings, Entry, EntryState, Outcome } from "#scanner/client/entry.ts";
import type { AttemptVerdict } from "#scanner/client/exchange.ts";
import { settings } from "../rig.ts";

/** The wall clock, and the service's time, when a page begins. */
export const start = Date.UTC(2026, 0, 1);

/** A page as plain data: its state, its moment, and what it did last and before that. */
export type Page = {
  readonly state: CoreState;
  readonly moment: EventMoment;
  readonly effects: readonly CoreEffect[];
  readonly before: readonly CoreEffect[];
};

/** What happens to a page: an event, or a part of the moment that is another from now on. */
type Change = CoreEvent | Partial<EventMoment>;
type Happening = Change | ((page: Page) => Change);
const isEvent = (change: Change): change is CoreEvent => Array.isArray(change);

/** Lets something happen to a page, and collects what it does. */
export const play = (page: Page, ...happenings: readonly Happening[]): Page => {
  let played: Page = { ...page, effects: [], before: [...page.before, ...page.effects] };
  for (const happening of happenings) {
    const change = typeof happening === "function" ? happening(played) : happening;
    if (isEvent(change)) {
      const [state, effects] = handleEvent(played.state, change, played.moment);
      played = { ...played, state, effects: [...played.effects, ...effects] };
    } else played = { ...played, moment: { ...played.moment, ...change } };
  }
  return played;
};

type Setup = Partial<EventMoment> & {
  readonly options?: Partial<ClientSettings>;
  readonly concurrency?: number;
};

/** A page of demo that knows the time; it does not lead. */
export const follower = ({ options, concurrency = 4, ...more }: Setup = {}): Page => ({
  state: initialState({ ...settings, ...options }, concurrency),
  moment: {
    now: start,
    clock: 0,
    instant: start,
    isKnown: true,
    online: true,
    by: undefined,
    made: "storage",
    ...more,
  },
  effects: [],
  before: [],
});

/** A page that leads, with an empty storage. */
export const leader = (setup?: Setup): Page =>
  play(follower(setup), ["turned", true], ["loaded", [], []]);

/** Time passes, by all clocks. */
export const pass =
  (ms: number) =>
  ({ moment: { now, clock, instant } }: Page): Partial<EventMoment> => ({
    now: now + ms,
    clock: clock + ms,
    instant: instant + ms,
  });

/** A scan of goods on a shelf, as a storage has it; it needs an instant. */
export const scan = (id: string, goods = id, more: Partial<Entry> = {}): Entry => ({
  id,
  order: start,
  route: "post-trace-location",
  goods,
  fields: { zongpai: goods, location: "L1" },
  queuedAt: start,
  sent: false,
  ...more,
});

/** A save of goods into a box; it needs no instant. */
export const save = (id: string, goods = id, more: Partial<Entry> = {}): Entry =>
  scan(id, goods, {
    route: "post-box",
    fields: { box_no: "BX1", zongpai: goods, quantity: 1 },
    ...more,
  });

/** What changes a save. */
export const correction = (id: string, goods: string, more: Partial<Entry> = {}): Entry =>
  save(id, goods, { route: "edit-box", ...more });

/** The application gives an entry at the page's moment. */
export const give =
  (entry: Entry) =>
  ({ moment: { now, by } }: Page): CoreEvent => {
    const { order, sent, ...given } = entry;
    return ["given", { by, ...given, queuedAt: now } satisfies NewEntry];
  };

/** The application gives entries, and the storage takes each. */
export const add = (...entries: readonly Entry[]): Happening[] =>
  entries.flatMap((entry): Happening[] => [
    give(entry),
    ({ moment }) => ["stored", entry.id, moment.made],
  ]);

/** The attempt that was begun last is sent. */
export const send =
  (id: string) =>
  (page: Page): CoreEvent => {
    const marked = attemptsOf(page, true).findLast((entry) => entry.id === id);
    if (!marked) throw new Error(`No attempt of ${id}`);
    return ["sending", id, marked];
  };

export const answer = (
  id: string,
  verdict: AttemptVerdict | undefined,
  { aborted = false, random = 0.5 } = {},
): CoreEvent => ["answered", id, verdict, aborted, random];

export const done: AttemptVerdict & Outcome = { state: "done", answer: {}, replayed: false };
export const refused = ({ early = false, reused = false } = {}): AttemptVerdict => ({
  state: "refused",
  refusal: { status: 400, error_code: "REFUSED", message: "No.", domain: "test" },
  early,
  reused,
});
export const unauthenticated: AttemptVerdict = { state: "held", forbidden: false };
export const forbidden: AttemptVerdict = { state: "held", forbidden: true };
type Later = Extract<AttemptVerdict, { state: "later" }>;
export const noAnswer: Later = {
  state: "later",
  problem: "no answer",
  own: false,
  wait: 0,
  doubt: true,
};
export const busy: Later = { ...noAnswer, problem: "503", own: true, wait: 5_000, doubt: false };
export const tooMany: Later = { ...busy, problem: "429", all: true };
export const fault: Later = { ...noAnswer, problem: "500", own: true, fault: true };

/** What the page did last of one kind. */
export const effectsOf = <Type extends keyof EffectArguments>(
  page: Page,
  type: Type,
): EffectArguments[Type][] =>
  page.effects.flatMap(([is, ...what]) => (is === type ? [what as EffectArguments[Type]] : []));

/** The entries of the attempts that were begun last, as they are marked; with `all` also those before. */
export const attemptsOf = (page: Page, all = false): Entry[] =>
  effectsOf(all ? { ...page, effects: [...page.before, ...page.effects] } : page, "attempt").map(
    ([, marked]) => marked,
  );
export const attempted = (page: Page): string[] => attemptsOf(page).map(({ id }) => id);

/** What was shown last, with what it came from. */
export const shown = (page: Page) =>
  effectsOf(page, "show").map(([{ entry, state }]) => [entry.id, state]);

/** What was written last, and whether over what is there. */
export const keptBy = (page: Page) =>
  effectsOf(page, "keep").map(([{ entry }, changed]) => [entry.id, changed]);

/** The order of what was done last, without the sleeps. */
export const order = (page: Page): string[] =>
  page.effects.map(([type]) => type).filter((type) => type !== "sleep");

/** What the page lists. */
export const listed = ({ state }: Page) =>
  storedEntries(state).map(({ entry, state: is }) => [entry.id, is]);

export const queuedIn = ({ state }: Page, id: string) => {
  const queued = state.entries.get(id);
  if (!queued) throw new Error(`No entry ${id}`);
  return queued;
};

/** How long the page sleeps now. */
export const sleepOf = (page: Page): number | undefined => effectsOf(page, "sleep").at(-1)?.[0];

/** Another page posts the state of an entry. */
export const hear = (entry: Entry, state: EntryState, outcome?: Outcome): CoreEvent => [
  "heard",
  ["entry", { entry, state, tries: 1, problem: undefined, made: "storage" }, outcome],
];

/** The field with an instant so many milliseconds after the start. */
export const at = (ms: number) => ({ scanned_at: new Date(start + ms).toISOString() });

/** The instants of the entries whose attempts were begun last. */
export const sentAt = (page: Page): number[] =>
  attemptsOf(page).map(({ fields }) => Date.parse(String(fields.scanned_at)) - start);
