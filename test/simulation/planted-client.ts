import type { CoreEvent } from "#scanner/client/core/events.ts";
import type { handleEvent } from "#scanner/client/core/handle-event.ts";
import type { CoreState, QueuedEntry } from "#scanner/client/core/state.ts";
import type { QueueStorage } from "#scanner/client/storage.ts";
import type { Sabotage } from "./run.ts";

type Decide = typeof handleEvent;
type Change = (decide: Decide) => Decide;

/** Changes each event. */
const hearing =
  (change: (event: CoreEvent, state: CoreState) => CoreEvent): Change =>
  (decide) =>
  (state, event, moment) =>
    decide(state, change(event, state), moment);

/** Does not hear of some events. */
const deafTo = (which: (event: CoreEvent, state: CoreState) => boolean): Change =>
  hearing((event, state) => (which(event, state) ? ["due"] : event));

/** Knows something else before each event. */
const believing =
  (change: (state: CoreState, event: CoreEvent) => CoreState): Change =>
  (decide) =>
  (state, event, moment) =>
    decide(change(state, event), event, moment);

/** Knows something else after each event. */
const ending =
  (change: (state: CoreState, event: CoreEvent) => CoreState): Change =>
  (decide) =>
  (state, event, moment) => {
    const [next, effects] = decide(state, event, moment);
    return [change(next, event), effects];
  };

const eachEntry =
  (change: (queued: QueuedEntry) => QueuedEntry) =>
  (state: CoreState): CoreState => ({
    ...state,
    entries: new Map([...state.entries].map(([id, queued]) => [id, change(queued)])),
  });

const storing =
  (change: (storage: QueueStorage) => Partial<QueueStorage>) =>
  (storage: QueueStorage): QueueStorage => ({ ...storage, ...change(storage) });

/** Of requests that have a key, or scans that have an instant, which the odd site has not; or found by what it rarely answers. */
export const clientFaultsOnDemo: readonly string[] = [
  "the client dates scans by a wrong clock",
  "the client dates scans by the wrong one of two clocks",
  "the client sends out of order",
  "the client sends two scans of one zongpai at once",
  "the client holds nothing after a 401",
  "the client sends what builds on a refused save",
  "the client forgets that an attempt may have been recorded",
];

/** One rule of the client broken at a time: each must be found. */
export const clientFaults: Readonly<Record<string, Sabotage>> = {
  "the client dates scans by a wrong clock": {
    decide: (decide) => (state, event, moment) =>
      decide(state, event, { ...moment, instant: moment.now, isKnown: true }),
  },
  "the client dates scans by the wrong one of two clocks": {
    decide: hearing((event) => (event[0] === "timeLearnt" ? ["timeLearnt", !event[1]] : event)),
  },
  "the client forgets before the answer": {
    storage: storing(({ update }) => ({
      update: (id, change) =>
        update(id, (kept) => {
          const entry = change(kept);
          return entry?.sent ? undefined : entry;
        }),
    })),
  },
  "the client sends out of order": {
    decide: ending((state, event) => {
      if (event[0] !== "given") return state;
      const queued = state.entries.get(event[1].id) as QueuedEntry;
      const entry = { ...queued.entry, order: -queued.entry.order };
      return { ...state, entries: new Map(state.entries).set(entry.id, { ...queued, entry }) };
    }),
  },
  "the client sends two scans of one zongpai at once": {
    decide: hearing((event) =>
      event[0] === "given" ? ["given", { ...event[1], goods: event[1].id }] : event,
    ),
  },
  "the client does not hear that another page took an entry back": {
    decide: deafTo(
      ([type, news]) => type === "heard" && news[0] === "entry" && news[1]?.state === "withdrawn",
    ),
  },
  "the client waits for an attempt at what the storage has no longer": {
    decide: deafTo(([type]) => type === "missing"),
  },
  "the client goes on when it may no longer send": {
    decide: deafTo(([type, maySend]) => type === "locked" && !maySend),
  },
  "the client begins to lead though it lost the right while it loaded": {
    decide: believing((state, [type, , known]) =>
      type === "loaded" && known ? { ...state, maySend: true } : state,
    ),
  },
  "the client begins to lead without what the storage has": {
    decide: hearing((event) =>
      event[0] === "loaded" && event[2] ? ["loaded", undefined, event[2]] : event,
    ),
  },
  "the client drops an entry when no change of the storage begins": {
    storage: storing(({ update }) => ({
      update: async (id, change) => {
        let hasBegun = false;
        try {
          await update(id, (kept) => {
            hasBegun = true;
            return change(kept);
          });
        } catch (error) {
          if (!hasBegun) change(undefined);
          throw error;
        }
      },
    })),
  },
  "the client forgets a refusal before it is understood": {
    storage: storing(({ update }) => ({
      update: (id, change) =>
        update(id, (kept) => {
          const entry = change(kept);
          return entry?.refusal ? undefined : entry;
        }),
    })),
  },
  "the client holds nothing after a 401": {
    decide: believing((state) => ({ ...state, held: new Set() })),
  },
  "the client sends what builds on a refused save": {
    decide: believing(({ settings, ...state }) => {
      const routes = Object.entries(settings.routes).map(([id, route]) => [
        id,
        { ...route, builds: false },
      ]);
      return { ...state, settings: { ...settings, routes: Object.fromEntries(routes) } };
    }),
  },
  "the client forgets that an attempt may have been recorded": {
    decide: ending(eachEntry((queued) => ({ ...queued, doubt: false }))),
  },
  "the client does not keep again what a storage lost that was emptied": {
    decide: (decide) => (state, event, moment) => {
      const [next, effects] = decide(state, event, moment);
      return [next, effects.filter(([type, , changed]) => type !== "update" || changed)];
    },
  },
  "the storage says that it has what it has not": {
    storage: storing(({ update }) => {
      let writes = 0;
      return {
        update: async (id, change) => {
          writes += 1;
          if (writes % 7 !== 0) await update(id, change);
        },
      };
    }),
  },
};
