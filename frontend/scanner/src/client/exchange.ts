import type { ClientSettings } from "./client-settings.ts";
import type { Refusal } from "./entry.ts";
import type { ServerClock } from "./server-clock.ts";
import type { Surroundings } from "./surroundings.ts";

type JsonObject = Record<string, unknown>;

/**
 * The result of an attempt (docs/exactly-once.md). `held` follows a 401 or, if `forbidden`, a 403. After `later`, wait at least `wait`
 * milliseconds, and send again with the same key. With `doubt`, the request may have been recorded.
 */
export type AttemptVerdict =
  | {
      readonly state: "done" | "superseded";
      readonly answer: JsonObject;
      readonly replayed: boolean;
    }
  | {
      readonly state: "refused";
      readonly refusal: Omit<Refusal, "unsure">;
      readonly early: boolean;
      /** The key belongs to another request: an earlier attempt of the entry, whose instant was not stored. */
      readonly reused: boolean;
    }
  | {
      readonly state: "held";
      readonly forbidden: boolean;
      /** Nothing was sent, because there were no credentials. */
      readonly unasked?: boolean;
    }
  | {
      readonly state: "later";
      readonly problem: string;
      /** A 429, so all entries wait. */
      readonly all?: boolean;
      /** The answer is the service's own. Otherwise there was no answer, or it came from a portal or a proxy. */
      readonly own: boolean;
      /** A fault, and not an overload. */
      readonly fault?: boolean;
      readonly wait: number;
      readonly doubt: boolean;
    };

/** A longer Retry-After is a mistake, and would overflow a timer. */
const longestWaitMs = 600_000;

/**
 * Makes a function for JSON.parse or JSON.stringify that renames the fields of each object. Fields in `columns` keep their names, because
 * the site itself chose them.
 */
const fieldRenamer = (names: Readonly<Record<string, string>>, columns?: string) => {
  const renameEntry = ([name, value]: [string, unknown]) => [names[name] ?? name, value];
  return (field: string, value: unknown) =>
    value?.constructor === Object && field !== columns
      ? Object.fromEntries(Object.entries(value).map(renameEntry))
      : value;
};

/** Sends one attempt of a request. It never rejects. */
export type SendRequest = (
  route: string,
  fields: JsonObject,
  by: string | undefined,
  key?: string,
  stop?: AbortSignal,
) => Promise<AttemptVerdict>;

/** The headers with a person's credentials; `undefined` if they have none. */
export type Credentials = Readonly<Record<string, string>> | undefined;

/** The application's options for requests. */
type ExchangeOptions = {
  readonly baseUrl: string;
  readonly settings: ClientSettings;
  readonly headers?: ((by: string | undefined) => Credentials | Promise<Credentials>) | undefined;
};

/** Internal parts that the client provides. */
type ExchangeParts = {
  /** Milliseconds until an attempt counts as unanswered. */
  readonly timeout: number;
  readonly world: Surroundings;
  readonly time: ServerClock;
};

/** A signal that aborts after this time, and when `stop` does; and a function that ends its timer. */
export const abortAfter = (
  world: Surroundings,
  ms: number,
  stop?: AbortSignal,
): readonly [AbortSignal, () => void] => {
  const controller = new AbortController();
  const abort = () => controller.abort();
  stop?.addEventListener("abort", abort, controller);
  if (stop?.aborted) abort();
  return [controller.signal, world.after(ms, abort)];
};

/** Rejects with the reason of the signal when it aborts. */
export const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });

/** Builds requests with the site's names, and reads the answers. */
export const createExchange = (
  { baseUrl, settings, headers }: ExchangeOptions,
  { timeout, world, time }: ExchangeParts,
) => {
  const { names } = settings;
  const toCanonical = fieldRenamer(
    Object.fromEntries(Object.entries(names).map(([field, name]) => [name, field])),
    names.columns ?? "columns",
  );

  /** @throws TypeError if the site does not serve the route, or the route does not take a field */
  const requestOf = (route: string, fields: object) => {
    const routeSettings = settings.routes[route];
    if (!routeSettings) throw new TypeError(`${route} is not served`);
    const query = new URLSearchParams();
    let body: JsonObject | undefined;
    for (const [field, value] of Object.entries(fields)) {
      const place = routeSettings.takes[field];
      if (!place) throw new TypeError(`${route} takes no ${field}`);
      if (place === "body") body = { ...body, [field]: value };
      else if (value !== undefined) query.set(names[field] ?? field, String(value));
    }
    return {
      url: baseUrl + routeSettings.path + `?${query}`.replace(/\?$/, ""),
      method: routeSettings.method,
      body: body && JSON.stringify(body, fieldRenamer(names)),
    };
  };

  const verdictOf = async (
    response: Response,
    fields: JsonObject,
    elapsed: () => number,
  ): Promise<AttemptVerdict> => {
    const { status, ok } = response;
    const header = (name: string | false) => (name ? response.headers.get(name) : null);
    const body: JsonObject | undefined = await response
      .text()
      .then((text) => JSON.parse(text, ok ? toCanonical : undefined))
      .catch(() => undefined);
    // An answer without the service's shape comes from a captive portal or a proxy.
    const code = body?.error_code as string;
    const own = body?.constructor === Object && (ok || !!code);
    const trip = elapsed();
    // A later answer may have waited for an unknown time while the page was asleep.
    if (own && trip <= timeout) time.learn(header("date"), trip);
    if (status === 401 || (status === 403 && own))
      return { state: "held", forbidden: status === 403 };
    const all = status === 429;
    const is503 = status === 503;
    if (!own || all || status >= 500)
      return {
        state: "later",
        problem: `${status} ${code ?? ""}`,
        all,
        own,
        fault: !is503 && settings.faults.includes(code),
        // Retry-After is in seconds.
        wait: Math.min(longestWaitMs, Number(header("retry-after")) * 1_000 || 0),
        // An answer that is not the service's own proves nothing about the request.
        doubt: !own || (!all && !is503),
      };
    const replayed = header(settings.replayed) === "true";
    // The answer to a placement shows the newest scan of the goods, which may be another one.
    const newer =
      Date.parse(body.registered_at as string) > Date.parse(fields.scanned_at as string);
    if (ok) return { state: newer ? "superseded" : "done", answer: body, replayed };
    const values = header(settings.refusalValues) ?? undefined;
    const refusal = { ...(body as Omit<Refusal, "status" | "unsure">), status, values };
    return {
      state: "refused",
      refusal,
      early: !replayed && settings.early.includes(code),
      reused: settings.reused.includes(code),
    };
  };

  /** Turns each network failure into `later`. */
  const sendRequest: SendRequest = async (route, fields, by, key, stop) => {
    const [signal, cancel] = abortAfter(world, timeout, stop);
    let doubt = false;
    try {
      const { url, ...request } = requestOf(route, fields);
      const credentials = headers ? await Promise.race([headers(by), abortOf(signal)]) : {};
      if (!credentials) return { state: "held", forbidden: false, unasked: true };
      const allHeaders: Record<string, string> = { ...credentials };
      if (request.body) allHeaders["content-type"] = "application/json";
      if (key && settings.key) allHeaders[settings.key] = key;
      doubt = true;
      const elapsed = time.watch();
      // A redirect would lead to a page that is not the service's. A cache would give an old answer.
      const response = await world.fetch(url, {
        ...request,
        headers: allHeaders,
        redirect: "manual",
        cache: "no-store",
        signal,
      });
      return await verdictOf(response, fields, elapsed);
    } catch (error) {
      return { state: "later", problem: String(error), own: false, wait: 0, doubt };
    } finally {
      cancel();
    }
  };

  return { requestOf, sendRequest };
};
