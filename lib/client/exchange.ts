import type { RouteId } from "../route-ids.ts";
import type { Surroundings } from "./surroundings.ts";
import type { ClientSettings, Refusal } from "./types.ts";

type Json = Record<string, unknown>;

/**
 * What an attempt came to (contract, "Exactly once"). `later`: wait at least `wait` milliseconds and send again with the same key;
 * `all` when the service asks every request to wait, `unknown` when it may have been recorded.
 */
export type Verdict =
  | { readonly state: "done"; readonly answer: Json; readonly replayed: boolean }
  | { readonly state: "refused"; readonly refusal: Refusal }
  | { readonly state: "held" }
  | { readonly state: "later"; readonly why: string; readonly wait?: number; readonly all?: boolean; readonly unknown: boolean };

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

/** Retry-After: seconds, or a date. */
const waitOf = (header: string | null, now: number): number => {
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header as string) - now : seconds * 1_000;
  return Math.min(longestWait, ms > 0 ? ms : 0);
};

/** The JSON object of an answer; nothing when it is none. A body that breaks off is a rejection. */
const jsonOf = async (response: Response): Promise<Json | undefined> => {
  const text = await response.text();
  try {
    return /^\s*\{/.test(text) ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
};

/** One attempt at a request; it never rejects. */
export type Attempt = (route: RouteId, fields: object, key?: string, stop?: AbortSignal) => Promise<Verdict>;

export type ExchangeOptions = {
  readonly baseUrl: string;
  readonly settings: ClientSettings;
  /** From the names that the application speaks to the site's; empty when it speaks the site's. */
  readonly names: Readonly<Record<string, string>>;
  /** Milliseconds until an attempt counts as unanswered. */
  readonly timeout: number;
  readonly headers: undefined | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);
  readonly world: Surroundings;
};

/** Builds requests under the site's names and reads what comes back. */
export const exchange = ({ baseUrl, settings, names, timeout, headers, world }: ExchangeOptions) => {
  const back = Object.fromEntries(Object.entries(names).map(([field, name]) => [name, field]));

  /** @throws TypeError when the site does not serve the route, or the route does not take a field */
  const requestOf = (route: RouteId, fields: object): readonly [url: string, init: RequestInit] => {
    const row = settings.routes[route];
    if (!row) throw new TypeError(`${route} is not served`);
    const places = Object.fromEntries(Object.entries(row.takes).map(([field, place]) => [settings.names[field], place]));
    const query = new URLSearchParams();
    const body: Json = {};
    for (const [field, value] of Object.entries(fields)) {
      const name = names[field] ?? field;
      const place = places[name];
      if (!place) throw new TypeError(`${route} takes no ${field}`);
      if (value === undefined) continue;
      if (place === "query") query.set(name, String(value));
      else body[name] = renamed(value, names);
    }
    const text = String(query);
    const json = Object.values(places).includes("body");
    return [
      baseUrl + row.path + (text && `?${text}`),
      { method: row.method, ...(json ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {}) },
    ];
  };

  const verdictOf = async (response: Response): Promise<Verdict> => {
    const { status } = response;
    const body = await jsonOf(response);
    const later = (unknown: boolean): Verdict => ({
      state: "later",
      why: `${status} ${body?.message ?? ""}`,
      wait: waitOf(response.headers.get("retry-after"), world.now()),
      all: status === 429,
      unknown,
    });
    if (status === 401) return { state: "held" };
    if (status === 429 || status === 503) return later(false);
    // An answer without the service's shape is not the service's, but that of a captive portal or a proxy on the way.
    if (response.ok && body) {
      const replayed = !!settings.replayed && response.headers.get(settings.replayed) === "true";
      return { state: "done", answer: renamed(body, back, settings.names.columns) as Json, replayed };
    }
    if (status >= 400 && status < 500 && body?.error_code)
      return { state: "refused", refusal: { ...(body as Refusal), status, unsure: false } };
    return later(true);
  };

  /** One attempt, never a rejection: whatever goes wrong on the way is told as `later`. */
  const attempt: Attempt = async (route, fields, key, stop) => {
    const giveUp = new AbortController();
    const abort = () => giveUp.abort();
    stop?.addEventListener("abort", abort);
    const cancel = world.after(timeout, abort);
    let unknown = false;
    try {
      const [url, init] = requestOf(route, fields);
      const all = { ...(await headers?.()), ...(init.headers as Record<string, string>) };
      if (key && settings.keyHeader) all[settings.keyHeader] = key;
      unknown = true;
      // A redirect leads to somebody else's page.
      return await verdictOf(await world.fetch(url, { ...init, headers: all, redirect: "manual", signal: giveUp.signal }));
    } catch (error) {
      return { state: "later", why: String(error), unknown };
    } finally {
      cancel();
      stop?.removeEventListener("abort", abort);
    }
  };

  return { requestOf, attempt };
};
