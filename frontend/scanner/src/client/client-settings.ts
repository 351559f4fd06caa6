/** The settings of one route of a site. */
export type RouteSettings = {
  readonly method: string;
  /** Includes the site's base path. */
  readonly path: string;
  /** The canonical names of the fields that the route takes, and where each one is sent. */
  readonly takes: Readonly<Record<string, "query" | "body">>;
  /** The route changes what an earlier save recorded, so it needs that save. */
  readonly builds: boolean;
  /** The route looks up goods or boxes in the ERP. */
  readonly asksErp?: true;
};

/**
 * The settings of a site for a client. They are plain data, so that a browser does not load the profile or its schemas. `clientSettings`
 * makes them.
 */
export type ClientSettings = {
  readonly routes: Readonly<Record<string, RouteSettings>>;
  /** The cheapest read, used to get the service's time. */
  readonly timeRoute: string;
  /** From canonical names to the site's names, where they differ. */
  readonly names: Readonly<Record<string, string>>;
  /** The header with a scan's idempotency key, if the site has one. */
  readonly key: string | false;
  /** The header that marks a repeated answer. */
  readonly replayed: string | false;
  /** The header with the condition and values of a refusal. */
  readonly refusalValues: string | false;
  /**
   * The codes of refusals that come before any rule is checked: address, method, body or format. Without a key, also the codes that an
   * earlier recording of the same request cannot have caused.
   */
  readonly early: readonly string[];
  /** The codes of a refusal because the key belongs to another request. Only an earlier attempt of the same entry has that key. */
  readonly reused: readonly string[];
  /** The codes of a fault in the service. An entry that gets one repeatedly is set aside, because waiting alone does not help. A 503 never counts as one. */
  readonly faults: readonly string[];
  /** Milliseconds for which the service remembers recorded requests; `false` means forever. */
  readonly keepFor: number | false;
};
