import type {
  CoreEffect,
  CoreEvent,
  EffectArguments,
  NewEntry,
  PageRequest,
} from "./core/events.ts";
import type { handleEvent } from "./core/handle-event.ts";
import {
  canTakeBack,
  type EventMoment,
  initialState,
  isLost,
  queueStateOf,
  statusOf,
  storedEntries,
} from "./core/state.ts";
import type { ClientSettings, Entry, Outcome } from "./entry.ts";
import type { AttemptVerdict, SendRequest } from "./exchange.ts";
import type {
  EntryStatus,
  PageMessage,
  PostedStatus,
  QueueEvents,
  QueueState,
} from "./queue-status.ts";
import type { serverClock } from "./server-clock.ts";
import type { QueueStorage } from "./storage.ts";
import type { Lead, Surroundings } from "./surroundings.ts";
import { tryRun, updateEntry } from "./update-entry.ts";

export type QueueOptions = {
  readonly storage: QueueStorage;
  readonly world: Surroundings;
  readonly settings: ClientSettings;
  /** How many goods are sent for at once. */
  readonly concurrency: number;
  readonly sendRequest: SendRequest;
  readonly time: ReturnType<typeof serverClock>;
  /** Who works now. */
  readonly by: undefined | (() => string | undefined);
};

/** The read that costs least: it asks for the time. */
const timeRoute = "get-attachment-categories";

/**
 * Sends entries in their order, those of one zongpai one after the other, until each has its final answer (docs/exactly-once.md): a 4xx is
 * final and shown, a 401 holds everything, a 403 its route, 429 and 503 wait for Retry-After, and no answer is sent again with the
 * same key. Of the pages on one storage one sends, the others show what it posts.
 *
 * This is the shell of `core/step.ts`: it has the storage, the lock, the channel, the timer and the requests, does the effects of each
 * step, and turns what comes back into events.
 */
export const createQueue = <Route extends string>(
  { storage, world, settings, concurrency, sendRequest, time, by }: QueueOptions,
  callbacks: QueueEvents<Route>,
  decide: typeof handleEvent,
) => {
  const { name } = storage;
  if (name && !world.lock) throw new Error("No Web Locks: use https or withLease()");
  let channel = storage.feed?.();
  let state = initialState(settings, concurrency);
  let closed = false;
  /** Entries that the storage is taking or forgetting. */
  let writes = 0;
  let cancelTimer = () => {};
  const tickets = new Map<string, (outcome: Outcome) => void>();
  const attempts = new Map<string, AbortController>();

  /** The name of the worker. The queue goes on when the application fails to give it. */
  const worker = () => {
    try {
      return by?.();
    } catch {
      return undefined;
    }
  };
  const momentNow = (): EventMoment => ({
    now: world.now(),
    clock: world.clock(),
    online: world.online(),
    by: worker(),
    made: storage.made?.(),
    ...time.estimate(),
  });

  const waiting: CoreEvent[] = [];
  let isStepping = false;
  /** A callback may cause the next event: it has its turn when this one is done. */
  const dispatch = (...event: CoreEvent) => {
    waiting.push(event);
    if (isStepping) return;
    isStepping = true;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [stepped, effects] = decide(state, next, momentNow());
      state = stepped;
      for (const effect of effects) perform(effect);
    }
    isStepping = false;
  };
  const perform = ([type, ...what]: CoreEffect) => {
    const performer = performers[type] as (...what: unknown[]) => unknown;
    performer(...what);
  };

  const post = (news: PageMessage) => channel?.postMessage(news);
  /** Other pages must learn of what a closed page is still writing. */
  const leave = () => {
    if (!closed || writes > 0) return;
    channel?.close();
    channel = undefined;
  };

  const keep = async (queued: PostedStatus, changed: boolean) => {
    const { wasThere, made } = await updateEntry(storage, queued, changed);
    if (made !== queued.made) dispatch("kept", queued.entry.id, made);
    return wasThere;
  };
  const forget = (id: string) => tryRun(() => storage.update(id, () => undefined));

  const stillLeads = async () => {
    const lead = await ready;
    return ((await lead?.still?.()) ?? true) && state.leads;
  };

  const show = (news: PostedStatus, outcome?: Outcome, fromOther?: boolean) => {
    const status = statusOf(news);
    void tryRun(() => callbacks.onChange?.(status as EntryStatus<Route>, outcome));
    if (outcome) {
      tickets.get(status.entry.id)?.(outcome);
      tickets.delete(status.entry.id);
    }
    if (!fromOther) post(["entry", { ...status, made: news.made }, outcome]);
  };

  const performers: {
    [Type in keyof EffectArguments]: (...what: EffectArguments[Type]) => unknown;
  } = {
    load: async (storedBefore) => {
      let kept: readonly Entry[] | undefined;
      try {
        kept = await storage.load();
      } catch {}
      dispatch("loaded", kept, storedBefore);
    },
    keep,
    attempt: async (queued, marked) => {
      const { id, route, fields, by } = marked;
      const asksTime = queued.attempt?.asksTime;
      const stop = new AbortController();
      let verdict: AttemptVerdict | undefined;
      if (await stillLeads()) {
        // Marked as sent before it is. A storage that is full takes no more, but what is in it must go out.
        const isThere =
          asksTime || (await keep({ ...queued, entry: marked }, marked !== queued.entry));
        if (!isThere) return dispatch("removed", id);
        // While the storage was busy another page may have taken over, or taken the entry back.
        if ((await stillLeads()) && state.entries.get(id)?.stage === "queued") {
          dispatch("sending", id, marked);
          attempts.set(id, stop);
          verdict = await (asksTime
            ? sendRequest(timeRoute, {}, by, undefined, stop.signal)
            : sendRequest(route, fields, by, id, stop.signal));
        }
      }
      attempts.delete(id);
      dispatch("answered", id, verdict, stop.signal.aborted, world.random());
    },
    abort: (id) => attempts.get(id)?.abort(),
    show,
    end: async (queued, outcome) => {
      const entry = queued.entry as Entry<Route>;
      const { id } = entry;
      writes += 1;
      if (outcome.state === "refused") await keep(queued, true);
      else await forget(id);
      show(state.entries.get(id) ?? queued, outcome);
      writes -= 1;
      leave();
      if (outcome.state !== "refused") {
        await tryRun(() => callbacks.onDone?.(entry, outcome));
        return;
      }
      if (!(await tryRun(() => callbacks.onRefused?.(entry, outcome.refusal)))) return;
      await forget(id);
      dispatch("removed", id);
    },
    tell: (callback, shown) => tryRun(() => callbacks[callback]?.(shown as QueueState)),
    post,
    sleep: (ms) => {
      cancelTimer();
      if (ms !== undefined) cancelTimer = world.after(ms, () => dispatch("woken"));
    },
  };

  const askLeader = (request: PageRequest, id?: string) => dispatch("requested", request, id);

  if (channel) channel.onmessage = ({ data }) => dispatch("heard", data);
  storage.onEmptied?.(() => dispatch("emptied"));
  time.onLearnt((isSteady) => dispatch("timeLearnt", isSteady));
  const stopWaking = world.onWake(() => askLeader("wake"));

  const loadFirst = async () => {
    dispatch("loaded", await storage.load());
    try {
      // A storage that can be read may still take nothing; one that is full has entries to send.
      await storage.update("", () => undefined);
    } catch (error) {
      if ((error as Error)?.name !== "QuotaExceededError") throw error;
    }
  };
  const loaded = loadFirst();
  const turn = (maySend: boolean) => dispatch("turned", maySend);
  const ready: Promise<Lead | undefined> = loaded
    // `loaded` and `add` reject with it.
    .catch(() => {})
    .then(() => {
      if (closed) return undefined;
      post(["hello"]);
      if (name) return world.lock?.(name, turn);
      return void turn(true);
    });

  return {
    /** Resolves when the entries of earlier sessions are there; rejects with what a storage throws that takes nothing. */
    loaded,
    /**
     * Keeps an entry, then sends it when its turn comes.
     * @throws what the storage throws: then the scan was not taken, and the worker must know
     */
    add: async (given: NewEntry, resolve: (outcome: Outcome) => void): Promise<void> => {
      const { id } = given;
      writes += 1;
      try {
        await loaded;
        dispatch("given", given);
        let made: unknown;
        await storage.update(id, () => {
          made = storage.made?.();
          return state.entries.get(id)?.entry;
        });
        tickets.set(id, resolve);
        dispatch("stored", id, made);
      } catch (error) {
        dispatch("removed", id);
        throw error;
      } finally {
        writes -= 1;
        leave();
      }
    },
    /** What waits, in its order. */
    entries: () => storedEntries(state).map(statusOf) as EntryStatus<Route>[],
    state: (): QueueState => queueStateOf(state, momentNow()),
    /** When the service last answered, in epoch milliseconds by the device's clock; `undefined` when it has not yet. */
    heardAt: () => state.heardAt,
    /** New credentials are there: what was held is sent. */
    renewed: () => askLeader("renewed"),
    /** Sends now what waits for a better moment; with an id also that entry, which was set aside. */
    retry: (id?: string) => askLeader("retry", id),
    /**
     * Takes back an entry that is not being sent right now, `false` when it is or has ended. "unsure": an attempt of it may have
     * been recorded. Its ticket is resolved only if an attempt under way proves that it is recorded or refused.
     */
    withdraw: async (id: string): Promise<"withdrawn" | "unsure" | false> => {
      const queued = state.entries.get(id);
      if (!queued || !canTakeBack(state, queued)) return false;
      const didLead = state.leads;
      dispatch("takingBack", id, true);
      writes += 1;
      let found: Entry | undefined;
      try {
        await storage.update(id, (kept) => {
          const isStillOurs = state.leads && isLost(queued, storage.made?.());
          found = kept ?? (isStillOurs ? queued.entry : undefined);
          return undefined;
        });
        dispatch(found ? "takenBack" : "removed", id);
      } catch (error) {
        dispatch("takingBack", id, false);
        throw error;
      } finally {
        writes -= 1;
        leave();
      }
      if (!found) return false;
      // A page that began to lead meanwhile does not know what the one before has sent.
      const wasSent = didLead && state.leads ? queued.doubt : found.sent;
      return wasSent ? "unsure" : "withdrawn";
    },
    /** Stops sending; what waits stays in the storage. An attempt under way is broken off, and sent again by the next queue. */
    close: () => {
      closed = true;
      dispatch("closed");
      leave();
      void ready.then((lead) => lead?.release());
      stopWaking();
    },
  };
};
