import { handleEvent } from "./core/handle-event.ts";
import { computeRetryPause } from "./core/retry-pause.ts";
import type { ClientSettings, Outcome } from "./entry.ts";
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
  /** Credentials, asked for before each attempt: of who gave the entry. Without any it waits for `renewed()`. */
  readonly headers?: (by: string | undefined) => Credentials | Promise<Credentials>;
  /** Who works now, where several do: no secret, for it is kept with each entry. */
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

export type AskOptions = {
  /** Breaks the read off. */
  readonly signal?: AbortSignal;
  /** Milliseconds that somebody waits for it. */
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
 * @param decide What an event means for the queue; only a test that breaks a rule on purpose gives another.
 */
export const createClient = <R extends Requests = Requests>(
  options: ClientOptions<R>,
  decide: typeof handleEvent = handleEvent,
) => {
  const {
    baseUrl,
    settings,
    read,
    storage,
    by,
    world = surroundings(),
    concurrency = 4,
    timeout = 10_000,
  } = options;
  const time = serverClock(world);
  const { requestOf, sendRequest } = createExchange({
    baseUrl,
    settings,
    timeout,
    headers: options.headers,
    world,
    time,
  });

  const { add, ...line } = createQueue(
    { storage, world, concurrency, settings, sendRequest, time, by },
    options,
    decide,
  );

  /** Replaces each scan by its value. @throws TypeError for a field that the route does not take */
  const misread = (route: string, fields: FieldValues): Misread | undefined => {
    for (const field of ["box_no", "zongpai", "location"]) {
      const raw = fields[field];
      // Off the shelf a location is a note, and nobody scans that.
      if (!read || typeof raw !== "string" || (field === "location" && fields.off_shelf)) continue;
      const found = read(field, raw);
      if ("refused" in found) return { state: "misread", field, message: found.refused };
      fields[field] = found.value;
    }
    requestOf(route, fields);
    return undefined;
  };

  /**
   * Queues a write.
   * @throws TypeError for a field that the route does not take; what the storage throws when it did not take the entry
   */
  const write = async <Id extends WriteId<R>>(
    route: Id,
    given: R[Id]["fields"],
  ): Promise<Ticket<R[Id]["answer"]> | Misread> => {
    const queuedAt = world.now();
    // What is sent must be what was stored, whatever the application does with its own.
    const fields = structuredClone(given) as FieldValues;
    const wrong = misread(route, fields);
    if (wrong) return wrong;
    const id = world.key();
    const goods = String(fields.zongpai ?? fields.box_no);
    const entry = { id, route, by: by?.(), fields, queuedAt, goods };
    let stored: Promise<void> | undefined;
    const outcome = new Promise<Outcome<R[Id]["answer"]>>((resolve) => {
      stored = add(entry, resolve as (outcome: Outcome) => void);
    });
    await stored;
    return { state: "queued", id, outcome };
  };

  /**
   * Asks at once, and again until somebody's patience ends. Offline, nobody is asked.
   * @throws TypeError for a field that the route does not take
   */
  const ask: AskFunction<R> = async (
    route: string,
    given: object,
    { signal, patience = 8_000 }: AskOptions = {},
  ): Promise<ReadOutcome<never>> => {
    const fields: FieldValues = { ...given };
    const wrong = misread(route, fields);
    if (wrong) return wrong;
    const end = new AbortController();
    const stop = () => end.abort();
    const cancel = world.after(patience, stop);
    signal?.addEventListener("abort", stop, end);
    if (signal?.aborted) stop();
    let problem = "offline";
    for (let tries = 1; world.online() && !end.signal.aborted; tries += 1) {
      const verdict = await sendRequest(route, fields, by?.(), undefined, end.signal);
      if (verdict.state !== "later") {
        cancel();
        return verdict as ReadOutcome<never>;
      }
      problem = verdict.problem;
      const pause = verdict.wait + computeRetryPause(world.random(), tries);
      if (!end.signal.aborted)
        await new Promise<void>((resolve) => {
          const awake = world.after(pause, resolve);
          end.signal.addEventListener("abort", () => resolve(awake()));
        });
    }
    cancel();
    return { state: "unanswered", problem };
  };

  return { ...line, write, ask };
};

/** What `createClient` gives. @public */
export type Client<R extends Requests = Requests> = ReturnType<typeof createClient<R>>;
