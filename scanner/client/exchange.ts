import type { ClientSettings, Refusal } from "./entry.ts";
import type { serverClock } from "./server-clock.ts";
import type { Surroundings } from "./surroundings.ts";

type JsonObject = Record<string, unknown>;

/**
 * What an attempt came to (docs/exactly-once.md). `held`: by a 401, or, `forbidden`, by a 403. `later`: wait at least `wait`
 * milliseconds and send again with the same key; `doubt` when it may have been recorded.
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
      /** The key names another request: an earlier attempt of the entry, whose instant was not kept. */
      readonly reused: boolean;
    }
  | {
      readonly state: "held";
      readonly forbidden: boolean;
      /** There are no credentials: nobody was asked. */
      readonly unasked?: boolean;
    }
  | {
      readonly state: "later";
      readonly problem: string;
      /** A 429: everything waits. */
      readonly all?: boolean;
      /** The service's own answer; without one nobody of the service has answered. */
      readonly own: boolean;
      /** A fault, and not a service that is too busy. */
      readonly fault?: boolean;
      readonly wait: number;
      readonly doubt: boolean;
    };

/** Milliseconds; a longer Retry-After is somebody's mistake, and a timer would overflow. */
const longestWait = 600_000;

/** For JSON.parse and JSON.stringify: gives the fields of each object other names. What is under `keep` has names of the site's own. */
const fieldRenamer =
  (names: Readonly<Record<string, string>>, keep?: string) => (under: string, value: unknown) =>
    value?.constructor === Object && under !== keep
      ? Object.fromEntries(Object.entries(value).map(([name, part]) => [names[name] ?? name, part]))
      : value;

/** One attempt at a request; it never rejects. */
export type SendRequest = (
  route: string,
  fields: JsonObject,
  by: string | undefined,
  key?: string,
  stop?: AbortSignal,
) => Promise<AttemptVerdict>;

/** Credentials of one who scans; none as long as they have none. */
export type Credentials = Readonly<Record<string, string>> | undefined;

export type ExchangeOptions = {
  readonly baseUrl: string;
  readonly settings: ClientSettings;
  /** Milliseconds until an attempt counts as unanswered. */
  readonly timeout: number;
  readonly headers: undefined | ((by: string | undefined) => Credentials | Promise<Credentials>);
  readonly world: Surroundings;
  readonly time: ReturnType<typeof serverClock>;
};

/** Builds requests under the site's names and reads what comes back. */
export const createExchange = ({
  baseUrl,
  settings,
  timeout,
  headers,
  world,
  time,
}: ExchangeOptions) => {
  const { names } = settings;
  const back = fieldRenamer(
    Object.fromEntries(Object.entries(names).map(([field, name]) => [name, field])),
    names.columns ?? "columns",
  );

  /** @throws TypeError when the site does not serve the route, or the route does not take a field */
  const requestOf = (route: string, fields: object) => {
    const row = settings.routes[route];
    if (!row) throw new TypeError(`${route} is not served`);
    const query = new URLSearchParams();
    let body: JsonObject | undefined;
    for (const [field, value] of Object.entries(fields)) {
      const place = row.takes[field];
      if (!place) throw new TypeError(`${route} takes no ${field}`);
      if (place === "body") body = { ...body, [field]: value };
      else if (value !== undefined) query.set(names[field] ?? field, String(value));
    }
    return {
      url: baseUrl + row.path + `?${query}`.replace(/\?$/, ""),
      method: row.method,
      body: body && JSON.stringify(body, fieldRenamer(names)),
    };
  };

  const verdictOf = async (
    response: Response,
    sent: JsonObject,
    elapsed: () => number,
  ): Promise<AttemptVerdict> => {
    const { status, ok } = response;
    const header = (name: string | false) => (name ? response.headers.get(name) : null);
    const body: JsonObject | undefined = await response
      .text()
      .then((text) => JSON.parse(text, ok ? back : undefined))
      .catch(() => undefined);
    // An answer without the service's shape is not the service's, but that of a captive portal or a proxy on the way.
    const own = body?.constructor === Object && (ok || !!body.error_code);
    const trip = elapsed();
    // One that comes later was there while the page was asleep: nobody knows for how long.
    if (own && trip <= timeout) time.learn(header("date"), trip);
    if (status === 401 || (status === 403 && own))
      return { state: "held", forbidden: status === 403 };
    const all = status === 429;
    if (!own || all || status >= 500)
      return {
        state: "later",
        problem: `${status} ${body?.message ?? ""}`,
        all,
        own,
        fault: settings.faults.includes(body?.error_code as string),
        // Retry-After is in seconds.
        wait: Math.min(longestWait, Number(header("retry-after")) * 1_000 || 0),
        // What is not of the service says nothing about the request.
        doubt: !own || (!all && status !== 503),
      };
    const replayed = header(settings.replayed) === "true";
    // The answer to a registration shows the newest scan of the goods, which may be another one.
    const newer = Date.parse(body.registered_at as string) > Date.parse(sent.scanned_at as string);
    if (ok) return { state: newer ? "superseded" : "done", answer: body, replayed };
    const values = header(settings.refusalValues) ?? undefined;
    const refusal = { ...(body as Omit<Refusal, "status" | "unsure">), status, values };
    return {
      state: "refused",
      refusal,
      early: !replayed && settings.early.includes(refusal.error_code),
      reused: settings.reused.includes(refusal.error_code),
    };
  };

  /** One attempt, never a rejection: whatever goes wrong on the way becomes `later`. */
  const sendRequest: SendRequest = async (route, fields, by, key, stop) => {
    const giveUp = new AbortController();
    const { signal } = giveUp;
    const abort = () => giveUp.abort();
    const cancel = world.after(timeout, abort);
    stop?.addEventListener("abort", abort, { signal });
    let doubt = false;
    try {
      const { url, ...request } = requestOf(route, fields);
      const given = headers ? await headers(by) : {};
      if (!given) return { state: "held", forbidden: false, unasked: true };
      const all: Record<string, string> = { ...given };
      if (request.body) all["content-type"] = "application/json";
      if (key && settings.key) all[settings.key] = key;
      doubt = true;
      const elapsed = time.watch();
      // A redirect leads to somebody else's page; a cache would answer as of yesterday.
      const options = {
        ...request,
        headers: all,
        redirect: "manual",
        cache: "no-store",
        signal,
      } as const;
      return await verdictOf(await world.fetch(url, options), fields, elapsed);
    } catch (error) {
      return { state: "later", problem: String(error), own: false, wait: 0, doubt };
    } finally {
      cancel();
    }
  };

  return { requestOf, sendRequest };
};
