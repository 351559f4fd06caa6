import type { RouteId } from "../route-ids.ts";
import type { serverClock } from "./server-clock.ts";
import type { Surroundings } from "./surroundings.ts";
import type { ClientSettings, Refusal } from "./types.ts";

type Json = Record<string, unknown>;

/**
 * What an attempt came to (contract, "Exactly once"). `held`: by a 401, or, `forbidden`, by a 403. `later`: wait at least `wait`
 * milliseconds and send again with the same key; `all` when the service asks every request to wait, `unknown` when it may have been
 * recorded. `status` is that of the service's own answer; without one nobody of the service has answered.
 */
export type Verdict =
  | { readonly state: "done" | "superseded"; readonly answer: Json; readonly replayed: boolean }
  | { readonly state: "refused"; readonly refusal: Refusal; readonly early: boolean }
  | { readonly state: "held"; readonly forbidden: boolean }
  | {
      readonly state: "later";
      readonly why: string;
      readonly status?: number;
      readonly wait?: number;
      readonly all?: boolean;
      readonly unknown: boolean;
    };

/** Milliseconds; a longer Retry-After is somebody's mistake, and a timer would overflow. */
const longestWait = 600_000;

const renamed = (value: unknown, names: Readonly<Record<string, string>>, keep?: string): unknown =>
  Array.isArray(value)
    ? value.map((part) => renamed(part, names, keep))
    : typeof value === "object" && value
      ? Object.fromEntries(
          // What stands under `keep` carries names of the site's own.
          Object.entries(value).map(([name, part]) => [names[name] ?? name, name === keep ? part : renamed(part, names, keep)]),
        )
      : value;

/** Retry-After, which the service gives in seconds. */
const waitOf = (header: string | null): number => Math.min(longestWait, Number(header) * 1_000 || 0);

/** The JSON object of an answer; nothing when it is none. A body that breaks off is a rejection. */
const jsonOf = async (response: Response): Promise<Json | undefined> => {
  const text = await response.text();
  try {
    return /^\s*\{/.test(text) ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
};

type AttemptOptions = { readonly key?: string; readonly stop?: AbortSignal; readonly patience?: number };

/** One attempt at a request; it never rejects. */
export type Attempt = (route: RouteId, fields: Json, options: AttemptOptions) => Promise<Verdict>;

export type ExchangeOptions = {
  readonly baseUrl: string;
  readonly settings: ClientSettings;
  /** Milliseconds until an attempt counts as unanswered. */
  readonly timeout: number;
  readonly headers: undefined | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);
  readonly world: Surroundings;
  readonly time: ReturnType<typeof serverClock>;
};

/** Builds requests under the site's names and reads what comes back. */
export const exchange = ({ baseUrl, settings, timeout, headers, world, time }: ExchangeOptions) => {
  const { names } = settings;
  const back = Object.fromEntries(Object.entries(names).map(([field, name]) => [name, field]));

  /** @throws TypeError when the site does not serve the route, or the route does not take a field */
  const requestOf = (route: RouteId, fields: object): readonly [url: string, init: RequestInit] => {
    const row = settings.routes[route];
    if (!row) throw new TypeError(`${route} is not served`);
    const query = new URLSearchParams();
    const body: Json = {};
    for (const [field, value] of Object.entries(fields)) {
      const name = names[field] ?? field;
      const place = row.takes[field];
      if (!place) throw new TypeError(`${route} takes no ${field}`);
      if (value === undefined) continue;
      if (place === "query") query.set(name, String(value));
      else body[name] = renamed(value, names);
    }
    const text = String(query);
    const json = Object.values(row.takes).includes("body");
    return [
      baseUrl + row.path + (text && `?${text}`),
      { method: row.method, ...(json ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {}) },
    ];
  };

  /** The answer to a registration shows the newest scan of the goods, which may be another one. */
  const isNewer = (answer: Json, sent: Json) => Date.parse(answer.registered_at as string) > Date.parse(sent.scanned_at as string);

  const verdictOf = async (response: Response, sent: Json, asked: number): Promise<Verdict> => {
    const { status } = response;
    const body = await jsonOf(response);
    // An answer without the service's shape is not the service's, but that of a captive portal or a proxy on the way.
    const own = body && (response.ok || body.error_code);
    if (own) time.learn(response.headers.get("date"), asked);
    const later = (unknown: boolean): Verdict => ({
      state: "later",
      why: `${status} ${body?.message ?? ""}`,
      status: own ? status : undefined,
      wait: waitOf(response.headers.get("retry-after")),
      all: status === 429,
      unknown,
    });
    if (status === 401 || (status === 403 && own)) return { state: "held", forbidden: status === 403 };
    if (status === 429 || status === 503) return later(false);
    if (own && status < 500) {
      const replayed = !!settings.replayed && response.headers.get(settings.replayed) === "true";
      const answer = renamed(body, back, names.columns) as Json;
      if (response.ok) return { state: isNewer(answer, sent) ? "superseded" : "done", answer, replayed };
      const refusal = { ...(body as Refusal), status, unsure: false };
      return { state: "refused", refusal, early: !replayed && settings.early.includes(refusal.error_code) };
    }
    return later(true);
  };

  /** One attempt, never a rejection: whatever goes wrong on the way is told as `later`. */
  const attempt: Attempt = async (route, fields, { key, stop, patience = timeout }) => {
    const giveUp = new AbortController();
    const abort = () => giveUp.abort();
    stop?.addEventListener("abort", abort);
    const cancel = world.after(patience, abort);
    let unknown = false;
    try {
      const [url, init] = requestOf(route, fields);
      const all = { ...(await headers?.()), ...(init.headers as Record<string, string>) };
      if (key && typeof settings.key === "string") all[settings.key] = key;
      unknown = true;
      const asked = world.clock();
      // A redirect leads to somebody else's page; a cache would tell of yesterday.
      const options = { ...init, headers: all, redirect: "manual", cache: "no-store", signal: giveUp.signal } as const;
      return await verdictOf(await world.fetch(url, options), fields, asked);
    } catch (error) {
      return { state: "later", why: String(error), unknown };
    } finally {
      cancel();
      stop?.removeEventListener("abort", abort);
    }
  };

  return { requestOf, attempt };
};
