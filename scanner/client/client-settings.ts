/** The settings of one route of a site. */
export type RouteSettings = {
  readonly method: string;
  /** With the site's base path. */
  readonly path: string;
  /** The canonical names of the fields that the route takes, and where each travels. */
  readonly takes: Readonly<Record<string, "query" | "body">>;
  /** It changes what an earlier save recorded: without that save it means nothing. */
  readonly builds: boolean;
};

/** The settings of a site for a client. They are data, so that a browser loads neither the profile nor its schemas; `clientSettings` makes it. */
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
  /** The codes of a fault of the service: an entry that gets one again and again is set aside, because waiting alone does not help. */
  readonly faults: readonly string[];
  /** Milliseconds for which the service knows what it recorded, if not for ever. */
  readonly keepFor: number | false;
};
