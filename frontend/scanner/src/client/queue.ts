import type { ClientSettings } from "./client-settings.ts";
import type { CoreEvent, EffectArguments, NewEntry } from "./core/events.ts";
import type { handleEvent } from "./core/handle-event.ts";
import {
  canTakeBack,
  type EventMoment,
  entryById,
  initialState,
  queueStateOf,
  statusOf,
  storedEntries,
} from "./core/state.ts";
import type { Entry, Outcome } from "./entry.ts";
import type { AttemptVerdict, SendRequest } from "./exchange.ts";
import type { PageMessage, PageRequest, PostedStatus } from "./page-messages.ts";
import type { EntryStatus, QueueEvents, QueueState } from "./queue-status.ts";
import type { ServerClock } from "./server-clock.ts";
import type { QueueStorage } from "./storage.ts";
import type { Lead, Surroundings } from "./surroundings.ts";
import { tryRun } from "./try-run.ts";
import { removeEntry, updateEntry } from "./update-entry.ts";

/** The application's options for the queue. */
type QueueOptions<Route extends string> = QueueEvents<Route> & {
  readonly storage: QueueStorage;
  readonly settings: ClientSettings;
  /** Returns the name of the current worker. */
  readonly by?: (() => string | undefined) | undefined;
};

/** Internal parts that the client provides. */
type QueueParts = {
  readonly world: Surroundings;
  /** The number of goods whose entries are sent at the same time. */
  readonly concurrency: number;
  readonly sendRequest: SendRequest;
  readonly time: ServerClock;
};

/**
 * Sends entries in order, and entries of the same zongpai one after the other, until each has its final answer (docs/exactly-once.md). If
 * several pages share a storage, one sends, and the others show what it posts.
 *
 * This is the shell of `core/handle-event.ts`. It owns the storage, the lock, the channel, the timer and the requests. It performs the
 * effects of each event, and turns their results into events.
 */
export const createQueue = <Route extends string>(
  options: QueueOptions<Route>,
  { world, concurrency, sendRequest, time }: QueueParts,
  handle: typeof handleEvent,
) => {
  const { storage, settings, by } = options;
  const { name } = storage;
  if (name && !world.lock) throw new Error("Use https or withLease");
  let channel = storage.feed?.();
  let state = initialState(settings, concurrency);
  let isClosed = false;
  /** The number of writes in progress. */
  let writes = 0;
  let cancelTimer = () => {};
  /** The functions that resolve the tickets of this session, by entry id. */
  const tickets = new Map<string, (outcome: Outcome) => void>();
  /** The functions that abort requests in progress, by entry id. */
  const requests = new Map<string, AbortController>();

  /** The name of the current worker. The queue continues if the application's callback throws. */
  const currentWorker = () => {
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
    by: currentWorker(),
    made: storage.made?.(),
    ...time.estimate(),
  });

  const waiting: CoreEvent[] = [];
  /** Handles events one after the other. An event from a callback waits until the current event is handled. */
  const dispatch = (...event: CoreEvent) => {
    if (waiting.push(event) > 1) return;
    for (const next of waiting) {
      const [nextState, effects] = handle(state, next, momentNow());
      state = nextState;
      for (const [type, ...args] of effects) {
        (performers[type] as (...args: unknown[]) => unknown)(...args);
      }
    }
    waiting.length = 0;
  };
  const post = (message: PageMessage) => channel?.postMessage(message);
  /** A closed page leaves the channel after its last write, because the other pages must be notified of that write. */
  const leaveChannel = () => {
    if (isClosed && !writes) channel = void channel?.close();
  };
  /** Performs a write and notifies the other pages of it, even if this page is closed meanwhile. */
  const performWrite = <Result>(write: () => Promise<Result>) => {
    writes += 1;
    return write().finally(() => {
      writes -= 1;
      leaveChannel();
    });
  };
  /** Writes an entry. Returns `false` if another page took it back. */
  const update = (queued: PostedStatus, overwrites: boolean) =>
    performWrite(async () => {
      const [wasThere, made] = await updateEntry(storage, queued, overwrites);
      if (wasThere && made !== queued.made) dispatch("updated", queued.entry.id, made);
      return wasThere;
    });
  const forget = (id: string) => tryRun(() => storage.update([id], () => undefined));
  const stillLeads = async () => {
    const lead = await leading;
    return ((await lead?.still?.()) ?? true) && state.leads;
  };

  const show = (posted: PostedStatus, outcome?: Outcome, isFromOther?: boolean) => {
    const status = statusOf(posted);
    void tryRun(() => options.onChange?.(status as EntryStatus<Route>, outcome));
    if (outcome) {
      tickets.get(status.entry.id)?.(outcome);
      tickets.delete(status.entry.id);
    }
    if (!isFromOther) post(["entry", { ...status, made: posted.made }, outcome]);
  };

  const performers: {
    [Type in keyof EffectArguments]: (...args: EffectArguments[Type]) => unknown;
  } = {
    load: async (idsBefore) => {
      let entries: readonly Entry[] | undefined;
      try {
        entries = await storage.load();
      } catch {}
      dispatch("loaded", entries, idsBefore);
    },
    update,
    attempt: async (queued, marked) => {
      const { id, route, fields, by } = marked;
      const asksTime = queued.attempt?.asksTime;
      const stop = new AbortController();
      let verdict: AttemptVerdict | undefined;
      if (await stillLeads()) {
        // The mark is written before the request is sent. A full storage cannot store the mark, but it has the entry, which must be sent.
        const isChanged = marked !== queued.entry;
        const isThere = asksTime || (await update({ ...queued, entry: marked }, isChanged));
        if (!isThere) return dispatch("missing", id);
        // During the write, another page may have started to lead or taken the entry back, or a user may have emptied the storage.
        const isLeading = await stillLeads();
        const now = entryById(state, id);
        if (isLeading && now?.stage === "queued" && now.made === queued.made) {
          dispatch("sending", id, marked);
          requests.set(id, stop);
          verdict = await (asksTime
            ? sendRequest(settings.timeRoute, {}, by, "", stop.signal)
            : sendRequest(route, fields, by, id, stop.signal));
        }
      }
      requests.delete(id);
      dispatch("answered", id, verdict, stop.signal.aborted, world.random());
    },
    abort: (id) => requests.get(id)?.abort(),
    forget,
    show,
    end: async (queued, outcome) => {
      const entry = queued.entry as Entry<Route>;
      const { id } = entry;
      const isRefused = outcome.state === "refused";
      await performWrite(async () => {
        if (isRefused) await update(queued, true);
        else await forget(id);
        show(entryById(state, id) ?? queued, outcome);
      });
      if (!isRefused) {
        await tryRun(() => options.onDone?.(entry, outcome));
        return;
      }
      const isUnderstood = await tryRun(() => options.onRefused?.(entry, outcome.refusal));
      if (!isUnderstood) return;
      await forget(id);
      dispatch("understood", id);
    },
    call: (callback, shown) => tryRun(() => options[callback]?.(shown as QueueState)),
    post,
    sleep: (ms) => {
      cancelTimer();
      if (ms !== undefined) cancelTimer = world.after(ms, () => dispatch("due"));
    },
  };

  const request = (type: PageRequest, id?: string) => dispatch("requested", type, id);

  if (channel) channel.onmessage = ({ data }) => isClosed || dispatch("heard", data);
  storage.onEmptied?.(() => dispatch("emptied"));
  time.onLearnt((isSteady) => dispatch("timeLearnt", isSteady));
  const stopWaking = world.onWake(() => request("wake"));

  const loadFirst = async () => {
    dispatch("loaded", await storage.load());
    try {
      // A readable storage may still accept no writes. A full one is accepted, because it has entries to send.
      await storage.update([""], () => undefined);
    } catch (error) {
      if ((error as Error)?.name !== "QuotaExceededError") throw error;
    }
  };
  const loaded = loadFirst();
  const onLock = (maySend: boolean) => dispatch("locked", maySend);
  const leading: Promise<Lead | undefined> = loaded
    // The application gets this error from `loaded` and `write`.
    .catch(() => {})
    .then(() => {
      if (isClosed) return undefined;
      post(["hello"]);
      if (name) return world.lock?.(name, onLock);
      return void onLock(true);
    });

  return {
    /** Resolves when the entries of earlier sessions are loaded. Rejects with the storage's error if it accepts no writes. */
    loaded,
    /** Stores entries, all or none, then sends each in its turn. @throws the storage's error, which the worker must see */
    add: (given: readonly NewEntry[]) =>
      performWrite(async () => {
        const ids = given.map(({ id }) => id);
        try {
          await loaded;
          for (const entry of given) dispatch("given", entry);
          let made: unknown;
          await storage.update(ids, (_, id) => {
            made = storage.made?.();
            return entryById(state, id)?.entry;
          });
          return ids.map((id) => {
            const outcome = new Promise<Outcome>((resolve) => tickets.set(id, resolve));
            dispatch("stored", id, made);
            return { state: "queued", id, outcome } as const;
          });
        } catch (error) {
          for (const id of ids) dispatch("missing", id);
          throw error;
        }
      }),
    /** The waiting entries, in order. */
    entries: () => storedEntries(state).map(statusOf) as EntryStatus<Route>[],
    state: (): QueueState => queueStateOf(state, momentNow()),
    /** When the service last answered, in epoch milliseconds by the device's clock; `undefined` before its first answer. */
    heardAt: () => state.heardAt,
    /** Call this when there are new credentials: sends the held entries. */
    renewed: () => request("renewed"),
    /** Sends at once the entries that wait for a retry. With an id, also sends that entry if it was set aside. */
    retry: (id?: string) => request("retry", id),
    /**
     * Takes back an entry; `false` if it is being sent, has ended, or was lost with an emptied storage that another page fills again.
     * "unsure": an attempt may have been recorded. Its ticket is resolved only if an attempt in progress proves that it ended.
     */
    withdraw: async (id: string): Promise<"withdrawn" | "unsure" | false> => {
      const queued = entryById(state, id);
      if (!queued || !canTakeBack(state, queued)) return false;
      const didLead = state.leads;
      dispatch("takingBack", id, true);
      const found = await performWrite(async () => {
        let end: CoreEvent = ["takingBack", id, false];
        try {
          const [removed, lost] = await removeEntry(storage, queued, () => state.leads);
          if (!lost || removed) end = [removed ? "takenBack" : "missing", id];
          return removed;
        } finally {
          dispatch(...end);
        }
      });
      if (!found) return false;
      // A page that has just started to lead does not know what the previous page has sent.
      const mayBeRecorded = didLead && state.leads ? queued.doubt : found.sent;
      return mayBeRecorded ? "unsure" : "withdrawn";
    },
    /** Stops sending. Waiting entries stay in the storage. An attempt in progress is aborted, and the next queue sends it again. */
    close: () => {
      isClosed = true;
      dispatch("closed");
      leaveChannel();
      void leading.then((lead) => lead?.release());
      stopWaking();
    },
  };
};
