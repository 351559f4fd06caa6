import type { ClientSettings } from "#scanner/client/client-settings.ts";
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
  entryById,
  initialState,
  storedEntries,
} from "#scanner/client/core/state.ts";
import type { Entry, EntryState, Outcome } from "#scanner/client/entry.ts";
import type { AttemptVerdict } from "#scanner/client/exchange.ts";
import { settings } from "../rig.ts";

/** The wall clock and the service's time at the start of a page. */
export const start = Date.UTC(2026, 0, 1);

/** A page as data: its state, its moment, its last effects and those before. */
export type Page = {
  readonly state: CoreState;
  readonly moment: EventMoment;
  readonly effects: readonly CoreEffect[];
  readonly before: readonly CoreEffect[];
};

/** A step of a page: an event, or a change of its surroundings. */
type Change = CoreEvent | Partial<EventMoment>;
type Happening = Change | ((page: Page) => Change);
const isEvent = (change: Change): change is CoreEvent => Array.isArray(change);

/** Applies events to a page, and collects its effects. */
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

/** A page of demo that knows the time and does not lead. */
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
  play(follower(setup), ["locked", true], ["loaded", [], []]);

/** Advances all clocks. */
export const pass =
  (ms: number) =>
  ({ moment: { now, clock, instant } }: Page): Partial<EventMoment> => ({
    now: now + ms,
    clock: clock + ms,
    instant: instant + ms,
  });

/** A stored scan of goods on a shelf. It needs an instant. */
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

/** A stored save of goods into a box. It needs no instant. */
export const save = (id: string, goods = id, more: Partial<Entry> = {}): Entry =>
  scan(id, goods, {
    route: "post-box",
    fields: { box_no: "BX1", zongpai: goods, quantity: 1 },
    ...more,
  });

/** A stored correction of a save. */
export const correction = (id: string, goods: string, more: Partial<Entry> = {}): Entry =>
  save(id, goods, { route: "edit-box", ...more });

/** The application adds an entry at the page's current time. */
export const give =
  (entry: Entry) =>
  ({ moment: { now, by } }: Page): CoreEvent => {
    const { order, sent, ...given } = entry;
    return ["given", { by, ...given, queuedAt: now } satisfies NewEntry];
  };

/** The application adds entries, and the storage accepts each. */
export const add = (...entries: readonly Entry[]): Happening[] =>
  entries.flatMap((entry): Happening[] => [
    give(entry),
    ({ moment }) => ["stored", entry.id, moment.made],
  ]);

/** The last attempt is sent. */
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

type Later = Extract<AttemptVerdict, { state: "later" }>;
const noAnswer: Later = { state: "later", problem: "no answer", own: false, wait: 0, doubt: true };
const busy: Later = { ...noAnswer, problem: "503", own: true, wait: 5_000, doubt: false };
const done: AttemptVerdict & Outcome = { state: "done", answer: {}, replayed: false };
const held = { state: "held" } as const;

/** The possible results of an attempt. */
export const verdicts = {
  done,
  refused: ({ early = false, reused = false } = {}): AttemptVerdict => ({
    state: "refused",
    refusal: { status: 400, error_code: "REFUSED", message: "No.", domain: "test" },
    early,
    reused,
  }),
  unauthenticated: { ...held, forbidden: false },
  forbidden: { ...held, forbidden: true },
  noAnswer,
  busy,
  tooMany: { ...busy, problem: "429", all: true },
  fault: { ...noAnswer, problem: "500", own: true, fault: true },
} as const;

const effectsOf = <Type extends keyof EffectArguments>(
  { effects }: Pick<Page, "effects">,
  type: Type,
): EffectArguments[Type][] =>
  effects.flatMap(([is, ...args]) => (is === type ? [args as EffectArguments[Type]] : []));

/** Entries of the last attempts, marked as sent. `all` adds the attempts before. */
const attemptsOf = ({ before, effects }: Page, all = false): Entry[] => {
  const begun = effectsOf({ effects: all ? [...before, ...effects] : effects }, "attempt");
  return begun.map(([, marked]) => marked);
};

/** The last effects of a page, and its current state. */
export const seen = {
  /** The arguments of each effect of a type. */
  effects: effectsOf,
  /** The types of the effects in order, without the sleeps. */
  effectTypes: ({ effects }: Page): string[] =>
    effects.map(([type]) => type).filter((type) => type !== "sleep"),
  attempts: attemptsOf,
  attempted: (page: Page): string[] => attemptsOf(page).map(({ id }) => id),
  /** Instants of the entries in the last attempts, in milliseconds after the start. */
  instants: (page: Page): number[] =>
    attemptsOf(page).map(({ fields }) => Date.parse(String(fields.scanned_at)) - start),
  shown: (page: Page) => effectsOf(page, "show").map(([{ entry, state }]) => [entry.id, state]),
  /** The written entries, and whether each replaced an existing one. */
  updated: (page: Page) =>
    effectsOf(page, "update").map(([{ entry }, overwrites]) => [entry.id, overwrites]),
  /** How long the page sleeps, in milliseconds. */
  sleep: (page: Page): number | undefined => effectsOf(page, "sleep").at(-1)?.[0],
  listed: ({ state }: Page) => storedEntries(state).map(({ entry, state: is }) => [entry.id, is]),
  ids: ({ state }: Page): string[] => state.entries.map(({ entry }) => entry.id),
  queued: ({ state }: Page, id: string) => {
    const queued = entryById(state, id);
    if (!queued) throw new Error(`No entry ${id}`);
    return queued;
  },
};

/** Another page posts the state of an entry. */
export const hear = (entry: Entry, state: EntryState, outcome?: Outcome): CoreEvent => [
  "heard",
  ["entry", { entry, state, tries: 1, problem: undefined, made: "storage" }, outcome],
];

/** The field with the instant `ms` milliseconds after the start. */
export const at = (ms: number) => ({ scanned_at: new Date(start + ms).toISOString() });
