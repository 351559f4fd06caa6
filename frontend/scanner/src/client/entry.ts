/** The error body of the specification, and its status (§7.1). */
export type Refusal = {
  readonly status: number;
  readonly error_code: string;
  readonly message: string;
  readonly domain: string;
  /** The header with the condition and values: a Dictionary of RFC 9651. Absent if the site or the answer has no such header. */
  readonly values?: string | undefined;
  /**
   * True if an earlier attempt of the same entry got no answer and may have been recorded. With a key, this is so if the refusal came
   * before the service read the key, or says that the key was used. Without a key, it is so if the recording of the entry may have caused
   * the refusal.
   */
  readonly unsure: boolean;
};

/** The job of several writes that were added together: its id, and the number of writes. */
export type Job = { readonly id: string; readonly size: number };

/** A stored write. It survives restarts, and pages of two versions may share a storage, so its fields must not change. */
export type Entry<Route extends string = string> = {
  /** The idempotency key. It is made once, and is the same in every attempt. */
  readonly id: string;
  /** Entries are sent in this order. Entries of one zongpai are sent one after the other. */
  readonly order: number;
  readonly route: Route;
  /** The zongpai or, for a box, its number. */
  readonly goods: string;
  /** The person who scanned, as the application's `by` names them. The entry is sent with their credentials. */
  readonly by?: string | undefined;
  /** The fields from the application. If the route takes the instant of the scan, it is added once it is known. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds by the device's clock, which may be wrong. */
  readonly queuedAt: number;
  /**
   * Set to true before the first attempt, so that no later page treats the entry as new. A full storage cannot store that mark, so an entry
   * with `sent: false` may have been sent anyway.
   */
  readonly sent: boolean;
  /**
   * The entry is not sent until `retry(id)`, because the service fails on it repeatedly, or because an entry that it builds on was refused.
   * `expired`: never sent again, because the service may have recorded it so long ago that it no longer remembers the key.
   */
  readonly aside?: "failing" | "follows" | "expired";
  /** Set for each write of `writeAll`. */
  readonly job?: Job | undefined;
  /** Set when the service has refused the entry, until the worker has acknowledged it. */
  readonly refusal?: Refusal;
};

/**
 * The state of an entry, as a page shows it. `waiting` was never sent, `sent` may have arrived, `held` waits for credentials, `aside` waits
 * for the worker. The others are final: `unsure` is a refusal after an attempt that may have been recorded, `withdrawn` was taken back.
 */
export type EntryState =
  | "waiting"
  | "sent"
  | "held"
  | "aside"
  | "done"
  | "superseded"
  | "refused"
  | "unsure"
  | "withdrawn";

/** `superseded`: recorded, but the answer shows a newer place of the same goods. */
export type Outcome<A = Record<string, unknown>> =
  | { readonly state: "done" | "superseded"; readonly answer: A; readonly replayed: boolean }
  | { readonly state: "refused"; readonly refusal: Refusal };
