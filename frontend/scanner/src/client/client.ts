import type { ClientSettings } from "./client-settings.ts";
import type { NewEntry } from "./core/events.ts";
import { handleEvent } from "./core/handle-event.ts";
import { computeRetryPause } from "./core/retry-pause.ts";
import type { Job, Outcome } from "./entry.ts";
import { abortAfter, abortOf, type Credentials, createExchange } from "./exchange.ts";
import { createQueue } from "./queue.ts";
import type { QueueEvents } from "./queue-status.ts";
import type { DryRunId, ReadId, Requests, WriteId } from "./requests.ts";
import { serverClock } from "./server-clock.ts";
import type { QueueStorage } from "./storage.ts";
import { type Surroundings, surroundings } from "./surroundings.ts";

/** Reads a raw scan: returns its value, or the reason for a refusal. `fieldReader` makes one from a site's rules. @public */
export type FieldReader = (
  field: string,
  raw: string,
) => { readonly value: string } | { readonly refused: string };

export type ClientOptions<R extends Requests = Requests> = QueueEvents<WriteId<R>> & {
  /** The service's URL, without the site's base path and without a slash at its end. */
  readonly baseUrl: string;
  readonly settings: ClientSettings;
  /** Stores the queue, so that it survives a restart. */
  readonly storage: QueueStorage;
  /**
   * Returns the credentials of the person who scanned; called before each attempt. Without credentials, the entry waits for `renewed()`.
   * If it throws, or takes longer than `timeout`, the attempt is repeated later.
   */
  readonly headers?: (by: string | undefined) => Credentials | Promise<Credentials>;
  /** The name of the current person, if several people share the device. It is stored with each entry, so it must not be secret. */
  readonly by?: () => string | undefined;
  /** Reads scans before anything is queued, so that a wrong label is refused at the shelf and not an hour later. */
  readonly read?: FieldReader;
  /** The number of goods whose entries are sent at the same time. */
  readonly concurrency?: number;
  /** Milliseconds until an attempt counts as unanswered. Must be longer than the service's own time limit for a request. */
  readonly timeout?: number;
  readonly world?: Surroundings;
};

/** An entry that the storage has accepted. `outcome` resolves in this session only. After a restart, the callbacks report it. */
export type Ticket<A> = {
  readonly state: "queued";
  readonly id: string;
  readonly outcome: Promise<Outcome<A>>;
};
/** A scan that does not match its field. Nothing was queued or sent. */
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

/** A write that is not in the queue yet. */
type WriteCommand<R extends Requests> = {
  [Id in WriteId<R>]: { readonly route: Id; readonly fields: R[Id]["fields"] };
}[WriteId<R>];

export type AskOptions = {
  /** Aborts the read. */
  readonly signal?: AbortSignal;
  /** Milliseconds that the worker waits for the answer. */
  readonly patience?: number;
};

/** Sends a request that changes nothing: a read, or a dry run of a write. */
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
 * Creates the client of a scanner. Reads are sent at once. Writes wait in a queue that loses no write and records none twice. For browsers
 * and Node, without dependencies.
 * @param handle The core of the queue. Only a test that breaks a rule on purpose passes another one.
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
   * Replaces each scan in the fields by its value. Returns the first scan whose kind of label its field does not take.
   * @throws TypeError for a field that the route does not take
   */
  const readScans = (route: string, fields: FieldValues): Misread | undefined => {
    for (const field of ["box_no", "zongpai", "location"]) {
      const raw = fields[field];
      // Off shelf, the location is a typed note, not a scan.
      const isNote = field === "location" && fields.off_shelf;
      if (!read || typeof raw !== "string" || isNote) continue;
      const reading = read(field, raw);
      if ("refused" in reading) return { state: "misread", field, message: reading.refused };
      fields[field] = reading.value;
    }
    requestOf(route, fields);
    return undefined;
  };

  /** Queues writes in order, all or none. */
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
   * Sends the request at once, and retries until `patience` ends. Offline, nothing is sent.
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
    const [end, cancel] = abortAfter(world, patience, signal);
    let problem = "offline";
    try {
      for (let tries = 1; world.online() && !end.aborted; tries += 1) {
        // A site may refuse a dry run without a key. A read ignores it.
        const verdict = await sendRequest(route, fields, by?.(), world.key(), end);
        if (verdict.state !== "later") return verdict as ReadOutcome<never>;
        problem = verdict.problem;
        if (end.aborted) break;
        const pause = verdict.wait + computeRetryPause(world.random(), tries);
        const [pauseEnd, cancelPause] = abortAfter(world, pause, end);
        await abortOf(pauseEnd).catch(cancelPause);
      }
    } finally {
      cancel();
    }
    return { state: "unanswered", problem };
  };

  return { ...queue, write, writeAll, ask };
};

/** The client that `createClient` returns. @public */
export type Client<R extends Requests = Requests> = ReturnType<typeof createClient<R>>;
