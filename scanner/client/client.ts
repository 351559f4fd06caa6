import type { ClientSettings } from "./client-settings.ts";
import type { NewEntry } from "./core/events.ts";
import { handleEvent } from "./core/handle-event.ts";
import { computeRetryPause } from "./core/retry-pause.ts";
import type { Job, Outcome } from "./entry.ts";
import { type Credentials, createExchange } from "./exchange.ts";
import { createQueue } from "./queue.ts";
import type { QueueEvents } from "./queue-status.ts";
import type { DryRunId, ReadId, Requests, WriteId } from "./requests.ts";
import { serverClock } from "./server-clock.ts";
import type { QueueStorage } from "./storage.ts";
import { type Surroundings, surroundings } from "./surroundings.ts";

/** The value of a raw scan, or the sentence that refuses it; `fieldReader` makes one from a site's rules. @public */
export type FieldReader = (
  field: string,
  raw: string,
) => { readonly value: string } | { readonly refused: string };

export type ClientOptions<R extends Requests = Requests> = QueueEvents<WriteId<R>> & {
  /** Where the service answers, without the site's base path and without a slash at its end. */
  readonly baseUrl: string;
  readonly settings: ClientSettings;
  /** Where the queue survives a restart. */
  readonly storage: QueueStorage;
  /** Credentials of the person who gave the entry, asked for before each attempt. Without any the entry waits for `renewed()`. */
  readonly headers?: (by: string | undefined) => Credentials | Promise<Credentials>;
  /** The name of the person who works now, where several do. It is stored with each entry, so it must be no secret. */
  readonly by?: () => string | undefined;
  /** Reads scans before anything is queued, so that a wrong label is refused at the shelf, not an hour later. */
  readonly read?: FieldReader;
  /** How many goods are sent for at once. */
  readonly concurrency?: number;
  /** Milliseconds until an attempt counts as unanswered; longer than the service's own budget of a request. */
  readonly timeout?: number;
  readonly world?: Surroundings;
};

/** An entry that the storage has taken. `outcome` resolves in this session only; after a restart the callbacks report it. */
export type Ticket<A> = {
  readonly state: "queued";
  readonly id: string;
  readonly outcome: Promise<Outcome<A>>;
};
/** A scan that cannot be what its field needs; nothing was queued or asked. */
export type Misread = {
  readonly state: "misread";
  readonly field: string;
  readonly message: string;
};

export type ReadOutcome<A> =
  | Outcome<A>
  | Misread
  | { readonly state: "held"; readonly forbidden: boolean }
  | { readonly state: "unanswered"; readonly problem: string };

type FieldValues = Record<string, unknown>;

/** A write, before it has its place in the queue. */
type WriteCommand<R extends Requests> = {
  [Id in WriteId<R>]: { readonly route: Id; readonly fields: R[Id]["fields"] };
}[WriteId<R>];

export type AskOptions = {
  /** Breaks the read off. */
  readonly signal?: AbortSignal;
  /** Milliseconds that the worker waits for it. */
  readonly patience?: number;
};

/** Asks what changes nothing: a read, or what a write would do. */
type AskFunction<R extends Requests> = {
  <Id extends ReadId<R>>(
    route: Id,
    fields: R[Id]["fields"],
    options?: AskOptions,
  ): Promise<ReadOutcome<R[Id]["answer"]>>;
  <Id extends DryRunId<R>>(
    route: Id,
    fields: R[Id]["fields"] & { readonly dry_run: true },
    options?: AskOptions,
  ): Promise<ReadOutcome<R[Id]["answer"]>>;
};

/**
 * The client of a scanner: reads are asked at once, writes wait in a queue that loses none and records none twice. For browsers
 * and Node; it has no dependency.
 * @param handle The core of the queue. Only a test that breaks a rule on purpose gives another one.
 */
export const createClient = <R extends Requests = Requests>(
  options: ClientOptions<R>,
  handle: typeof handleEvent = handleEvent,
) => {
  const { read, by, world = surroundings(), concurrency = 4, timeout = 10_000 } = options;
  const time = serverClock(world);
  const { requestOf, sendRequest } = createExchange(options, { timeout, world, time });
  const { add, ...queue } = createQueue(options, { world, concurrency, sendRequest, time }, handle);

  /**
   * Replaces each scan in the fields by its value. Returns the first scan whose label has a kind that its field does not take.
   * @throws TypeError for a field that the route does not take
   */
  const readScans = (route: string, fields: FieldValues): Misread | undefined => {
    for (const field of ["box_no", "zongpai", "location"]) {
      const raw = fields[field];
      // Off the shelf a location is a note that is typed, not scanned.
      const isNote = field === "location" && fields.off_shelf;
      if (!read || typeof raw !== "string" || isNote) continue;
      const reading = read(field, raw);
      if ("refused" in reading) return { state: "misread", field, message: reading.refused };
      fields[field] = reading.value;
    }
    requestOf(route, fields);
    return undefined;
  };

  /** Queues writes in their order, all or none. */
  const queueAll = async (
    commands: readonly WriteCommand<R>[],
    job?: Job,
  ): Promise<readonly Ticket<never>[] | Misread> => {
    const queuedAt = world.now();
    const entries: NewEntry[] = [];
    for (const { route, fields: given } of commands) {
      // A copy, because the client must send the stored fields even if the application changes its own later.
      const fields = structuredClone(given) as FieldValues;
      const misread = readScans(route, fields);
      if (misread) return misread;
      const goods = String(fields.zongpai ?? fields.box_no);
      entries.push({ id: world.key(), route, by: by?.(), fields, queuedAt, goods, job });
    }
    return add(entries) as Promise<readonly Ticket<never>[]>;
  };

  /**
   * Queues a write.
   * @throws TypeError for a field that the route does not take; the storage's error if it did not store the entry
   */
  const write = async <Id extends WriteId<R>>(
    route: Id,
    fields: R[Id]["fields"],
  ): Promise<Ticket<R[Id]["answer"]> | Misread> => {
    const queued = await queueAll([{ route, fields } as WriteCommand<R>]);
    return "state" in queued ? queued : (queued[0] as Ticket<never>);
  };

  /**
   * Queues the writes of one job, all or none. Each has its own key, and all have the same `entry.job`.
   * @throws as `write`
   */
  const writeAll = (commands: readonly WriteCommand<R>[]) =>
    queueAll(commands, { id: world.key(), size: commands.length });

  /**
   * Asks at once, and again until `patience` ends. Offline, nothing is asked.
   * @throws TypeError for a field that the route does not take
   */
  const ask: AskFunction<R> = async (
    route: string,
    given: object,
    { signal, patience = 8_000 }: AskOptions = {},
  ): Promise<ReadOutcome<never>> => {
    const fields: FieldValues = { ...given };
    const misread = readScans(route, fields);
    if (misread) return misread;
    const end = new AbortController();
    const stop = () => end.abort();
    const cancelTimer = world.after(patience, stop);
    signal?.addEventListener("abort", stop, end);
    if (signal?.aborted) stop();
    let problem = "offline";
    for (let tries = 1; world.online() && !end.signal.aborted; tries += 1) {
      const verdict = await sendRequest(route, fields, by?.(), undefined, end.signal);
      if (verdict.state !== "later") {
        cancelTimer();
        return verdict as ReadOutcome<never>;
      }
      problem = verdict.problem;
      const pause = verdict.wait + computeRetryPause(world.random(), tries);
      if (!end.signal.aborted)
        await new Promise<void>((resolve) => {
          const cancelPause = world.after(pause, resolve);
          end.signal.addEventListener("abort", () => resolve(cancelPause()));
        });
    }
    cancelTimer();
    return { state: "unanswered", problem };
  };

  return { ...queue, write, writeAll, ask };
};

/** What `createClient` gives. @public */
export type Client<R extends Requests = Requests> = ReturnType<typeof createClient<R>>;
