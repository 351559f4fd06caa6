/** The specification's error body, and its status (§7.1). */
export type Refusal = {
  readonly status: number;
  readonly error_code: string;
  readonly message: string;
  readonly domain: string;
  /** Its condition and values, as the header has them: a Dictionary of RFC 9651. Absent where the site or the answer has no such header. */
  readonly values?: string | undefined;
  /**
   * True when an earlier attempt of the same entry may have been recorded. An earlier attempt got no answer, and one of these is true: the
   * refusal came before the service read the key; the refusal says that the key was used; or the entry has no key, and its own record may
   * have caused the refusal.
   */
  readonly unsure: boolean;
};

/** What several writes have in common that were given together: a name, and how many they were. */
export type Job = { readonly id: string; readonly size: number };

/** One write as the storage has it, over restarts. Pages of two versions may share a storage, so its fields must not change. */
export type Entry<Route extends string = string> = {
  /** The idempotency key: made once, the same in every attempt. */
  readonly id: string;
  /** Entries are sent in this order. Entries of one zongpai are sent one after the other. */
  readonly order: number;
  readonly route: Route;
  /** The zongpai; of a box by itself its number. */
  readonly goods: string;
  /** The person who gave it, as the application's `by` names them: it is sent with their credentials. */
  readonly by?: string | undefined;
  /** The fields of the application. The instant of the scan is added as soon as it is known, if the route takes one. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds by the device's clock, right or wrong. */
  readonly queuedAt: number;
  /**
   * True from the moment before the first attempt, so that no later page takes the entry for new. A full storage does not take that mark:
   * an entry that has `sent: false` may have been sent anyway.
   */
  readonly sent: boolean;
  /**
   * Not sent until `retry(id)`, because the service fails on it repeatedly, or an entry that it builds on was refused. `expired`: never
   * sent again, because the service may have recorded it so long ago that it has forgotten the key.
   */
  readonly aside?: "failing" | "follows" | "expired";
  /** Set on each write of `writeAll`. */
  readonly job?: Job | undefined;
  /** Set when the service has refused it, until the worker has understood that. */
  readonly refusal?: Refusal;
};

/**
 * The state of an entry, as a page shows it. `waiting` was never sent, `sent` may have arrived, `held` waits for credentials, `aside` for the worker. The
 * others are final: `unsure` is a refusal after an attempt that may have been recorded, `withdrawn` was taken back.
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
