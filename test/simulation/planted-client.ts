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
    entries: new Map([...state.entries].map(([id, queued]) => [id, change(queued)])),
  });

const changeStorage =
  (change: (storage: QueueStorage) => Partial<QueueStorage>) =>
  (storage: QueueStorage): QueueStorage => ({ ...storage, ...change(storage) });

/** Faults that the odd site cannot show, because it has no key or no instant, or seldom does. */
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
    decide: changeEvents((event) =>
      event[0] === "timeLearnt" ? ["timeLearnt", !event[1]] : event,
    ),
  },
  "the client forgets before the answer": {
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
      const queued = state.entries.get(event[1].id) as QueuedEntry;
      const entry = { ...queued.entry, order: -queued.entry.order };
      return { ...state, entries: new Map(state.entries).set(entry.id, { ...queued, entry }) };
    }),
  },
  "the client sends two scans of one zongpai at once": {
    decide: changeEvents((event) =>
      event[0] === "given" ? ["given", { ...event[1], goods: event[1].id }] : event,
    ),
  },
  "the client does not hear that another page took an entry back": {
    decide: ignoreEvents(
      ([type, message]) =>
        type === "heard" && message[0] === "entry" && message[1]?.state === "withdrawn",
    ),
  },
  "the client waits for an attempt at what the storage has no longer": {
    decide: ignoreEvents(([type]) => type === "missing"),
  },
  "the client goes on when it may no longer send": {
    decide: ignoreEvents(([type, maySend]) => type === "locked" && !maySend),
  },
  "the client begins to lead though it lost the right while it loaded": {
    decide: changeStateBefore((state, [type, , idsBefore]) =>
      type === "loaded" && idsBefore ? { ...state, maySend: true } : state,
    ),
  },
  "the client begins to lead without what the storage has": {
    decide: changeEvents((event) =>
      event[0] === "loaded" && event[2] ? ["loaded", undefined, event[2]] : event,
    ),
  },
  "the client drops an entry when no change of the storage begins": {
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
  "the client forgets a refusal before it is understood": {
    storage: changeStorage(({ update }) => ({
      update: (ids, change) =>
        update(ids, (stored, id) => {
          const entry = change(stored, id);
          return entry?.refusal ? undefined : entry;
        }),
    })),
  },
  "the client holds nothing after a 401": {
    decide: changeStateBefore((state) => ({ ...state, held: new Set() })),
  },
  "the client sends what builds on a refused save": {
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
  "the client does not keep again what a storage lost that was emptied": {
    decide: (decide) => (state, event, moment) => {
      const [next, effects] = decide(state, event, moment);
      return [next, effects.filter(([type, , overwrites]) => type !== "update" || overwrites)];
    },
  },
  "the storage says that it has what it has not": {
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
