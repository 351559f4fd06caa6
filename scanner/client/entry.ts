export type RouteSettings = {
  readonly method: string;
  /** With the site's base path. */
  readonly path: string;
  /** The canonical names of the fields that the route takes, and where each travels. */
  readonly takes: Readonly<Record<string, "query" | "body">>;
  /** It changes what an earlier save recorded: without that save it means nothing. */
  readonly builds: boolean;
};

/** What a client must know of a site. It is data, so that a browser loads neither the profile nor its schemas; `clientSettings` makes it. */
export type ClientSettings = {
  readonly routes: Readonly<Record<string, RouteSettings>>;
  /** From canonical names to the site's, where they differ. */
  readonly names: Readonly<Record<string, string>>;
  /** The header with the key of a scan, if there is one. */
  readonly key: string | false;
  /** The header that marks an answer given before. */
  readonly replayed: string | false;
  /** The header with the condition and the values of a refusal. */
  readonly refusalValues: string | false;
  /**
   * The codes of refusals that a request may meet before any rule has judged it: an address, a method, a body, a format. Without a
   * key also of those that the same request, recorded before, cannot have caused.
   */
  readonly early: readonly string[];
  /** The codes of a refusal because the key names another request. Only an earlier attempt of the same entry has that key. */
  readonly reused: readonly string[];
  /** The codes of a fault of the service: an entry that meets it again and again is set aside, which waiting alone would not mend. */
  readonly faults: readonly string[];
  /** Milliseconds for which the service knows what it recorded, if not for ever. */
  readonly keepFor: number | false;
};

/** The specification's error body, and its status (§7.1). */
export type Refusal = {
  readonly status: number;
  readonly error_code: string;
  readonly message: string;
  readonly domain: string;
  /** Its condition and values, as the header has them: a Dictionary of RFC 9651. Absent where the site or the answer has no such header. */
  readonly values?: string | undefined;
  /**
   * True when an earlier attempt of the same entry may have been recorded. It was left without an answer, and the refusal came before the
   * service looked at the key; or the refusal says that the key was used; or there is no key, and what was recorded may have caused it.
   */
  readonly unsure: boolean;
};

/** One write as it waits, and as it is kept over restarts. */
export type Entry<Route extends string = string> = {
  /** The idempotency key: made once, the same in every attempt. */
  readonly id: string;
  /** Entries are sent in this order, those of one zongpai one after the other. */
  readonly order: number;
  readonly route: Route;
  /** The zongpai; of a box by itself its number. */
  readonly goods: string;
  /** Who gave it, as the application's `by` names them: it is sent with their credentials. */
  readonly by?: string | undefined;
  /** As the application gave them; the instant of the scan is added as soon as it is known, where the route takes one. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds by the device's clock, right or wrong. */
  readonly queuedAt: number;
  /** True once an attempt was begun, so that after a restart nobody takes it for new; a storage that is full does not keep that. */
  readonly sent: boolean;
  /**
   * Not sent until `retry(id)`: the service fails on it again and again, or what it builds on was refused. `expired`: never again,
   * for it was sent so long ago that the service may have recorded it and forgotten that.
   */
  readonly aside?: "failing" | "follows" | "expired";
  /** Set when the service refused it and the worker has not been shown it yet. */
  readonly refusal?: Refusal;
};

/**
 * `waiting` was never sent, `sent` may have arrived, `held` waits for credentials, `aside` for the worker. The others are final;
 * `unsure` is a refusal of which nobody knows whether an earlier attempt was recorded.
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
