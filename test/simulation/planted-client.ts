import type { CoreEvent } from "#scanner/client/core/events.ts";
import type { handleEvent } from "#scanner/client/core/handle-event.ts";
import type { CoreState, QueuedEntry } from "#scanner/client/core/state.ts";
import type { QueueStorage } from "#scanner/client/storage.ts";
import type { Sabotage } from "./run.ts";

type HandleEvent = typeof handleEvent;
/** Breaks the core of the client. */
type CoreChange = (decide: HandleEvent) => HandleEvent;

/** Changes each event. */
const changeEvents =
  (change: (event: CoreEvent, state: CoreState) => CoreEvent): CoreChange =>
  (decide) =>
  (state, event, moment) =>
    decide(state, change(event, state), moment);

/** Leaves some events out. */
const ignoreEvents = (isIgnored: (event: CoreEvent, state: CoreState) => boolean): CoreChange =>
  changeEvents((event, state) => (isIgnored(event, state) ? ["due"] : event));

/** Changes the state before each event. */
const changeStateBefore =
  (change: (state: CoreState, event: CoreEvent) => CoreState): CoreChange =>
  (decide) =>
  (state, event, moment) =>
    decide(change(state, event), event, moment);

/** Changes the state after each event. */
const changeStateAfter =
  (change: (state: CoreState, event: CoreEvent) => CoreState): CoreChange =>
  (decide) =>
  (state, event, moment) => {
    const [next, effects] = decide(state, event, moment);
    return [change(next, event), effects];
  };

const changeEntries =
  (change: (queued: QueuedEntry) => QueuedEntry) =>
  (state: CoreState): CoreState => ({
    ...state,
    entries: state.entries.map(change),
  });

const changeStorage =
  (change: (storage: QueueStorage) => Partial<QueueStorage>) =>
  (storage: QueueStorage): QueueStorage => ({ ...storage, ...change(storage) });

/** Faults that never show on the odd site without keys, which has no instants, or show there too rarely. */
export const clientFaultsOnDemo: readonly string[] = [
  "the client dates scans by the device's own clock",
  "the client prefers the less exact of two time sources",
  "the client sends out of order",
  "the client sends two scans of the same goods at once",
  "the client keeps sending after a 401",
  "the client sends a correction of a save that was refused",
  "the client forgets that an attempt may have been recorded",
];

/** Faults of the client. Each breaks one rule, and the simulation must find it. */
export const clientFaults: Readonly<Record<string, Sabotage>> = {
  "the client dates scans by the device's own clock": {
    decide: (decide) => (state, event, moment) =>
      decide(state, event, { ...moment, instant: moment.now, isKnown: true }),
  },
  "the client prefers the less exact of two time sources": {
    decide: changeEvents((event) =>
      event[0] === "timeLearnt" ? ["timeLearnt", !event[1]] : event,
    ),
  },
  "the client deletes an entry before its answer": {
    storage: changeStorage(({ update }) => ({
      update: (ids, change) =>
        update(ids, (stored, id) => {
          const entry = change(stored, id);
          return entry?.sent ? undefined : entry;
        }),
    })),
  },
  "the client sends out of order": {
    decide: changeStateAfter((state, event) => {
      if (event[0] !== "given") return state;
      // The first of all, instead of the last.
      return { ...state, entries: [...state.entries.slice(-1), ...state.entries.slice(0, -1)] };
    }),
  },
  "the client sends two scans of the same goods at once": {
    decide: changeEvents((event) =>
      event[0] === "given" ? ["given", { ...event[1], goods: event[1].id }] : event,
    ),
  },
  "a page misses that another page withdrew an entry": {
    decide: ignoreEvents(
      ([type, message]) =>
        type === "heard" && message[0] === "entry" && message[1]?.state === "withdrawn",
    ),
  },
  "the client waits for the answer to an entry that is no longer in the storage": {
    decide: ignoreEvents(([type]) => type === "missing"),
  },
  "a page keeps sending after it lost the lock": {
    decide: ignoreEvents(([type, maySend]) => type === "locked" && !maySend),
  },
  "a page starts to send although it lost the lock while it loaded the queue": {
    decide: changeStateBefore((state, [type, , idsBefore]) =>
      type === "loaded" && idsBefore ? { ...state, maySend: true } : state,
    ),
  },
  "a page starts to send without loading the stored queue": {
    decide: changeEvents((event) =>
      event[0] === "loaded" && event[2] ? ["loaded", undefined, event[2]] : event,
    ),
  },
  "the client drops an entry when a storage transaction cannot be opened": {
    storage: changeStorage(({ update }) => ({
      update: async (ids, change) => {
        let hasBegun = false;
        try {
          await update(ids, (stored, id) => {
            hasBegun = true;
            return change(stored, id);
          });
        } catch (error) {
          if (!hasBegun) for (const id of ids) change(undefined, id);
          throw error;
        }
      },
    })),
  },
  "the client deletes a refusal before the worker has confirmed it": {
    storage: changeStorage(({ update }) => ({
      update: (ids, change) =>
        update(ids, (stored, id) => {
          const entry = change(stored, id);
          return entry?.refusal ? undefined : entry;
        }),
    })),
  },
  "the client keeps sending after a 401": {
    decide: changeStateBefore((state) => ({ ...state, held: new Set() })),
  },
  "the client sends a correction of a save that was refused": {
    decide: changeStateBefore(({ settings, ...state }) => {
      const routes = Object.entries(settings.routes).map(([id, route]) => [
        id,
        { ...route, builds: false },
      ]);
      return { ...state, settings: { ...settings, routes: Object.fromEntries(routes) } };
    }),
  },
  "the client forgets that an attempt may have been recorded": {
    decide: changeStateAfter(changeEntries((queued) => ({ ...queued, doubt: false }))),
  },
  "the client does not store its entries again after the storage was emptied": {
    decide: (decide) => (state, event, moment) => {
      const [next, effects] = decide(state, event, moment);
      return [next, effects.filter(([type, , overwrites]) => type !== "update" || overwrites)];
    },
  },
  "the storage reports a write that it did not make": {
    storage: changeStorage(({ update }) => {
      let writes = 0;
      return {
        update: async (ids, change) => {
          writes += 1;
          if (writes % 7 !== 0) await update(ids, change);
        },
      };
    }),
  },
};
