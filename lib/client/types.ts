import type * as z from "zod";
import type { RouteId } from "../route-ids.ts";
import type { v1 } from "../routes.ts";

type Rows = typeof v1;

/** The routes that change something; only these wait in the queue. */
export type WriteId = { [Id in RouteId]: Rows[Id]["kind"] extends "write" ? Id : never }[RouteId];
export type ReadId = Exclude<RouteId, WriteId>;

/** The fields of a request under canonical names, as they travel: quantities are numbers, instants are text. @public */
export type Fields<Id extends RouteId> = z.input<ReturnType<Rows[Id]["input"]>>;
/** The answer of a route under canonical names, as it travels. @public */
export type Answer<Id extends RouteId> = z.input<ReturnType<Rows[Id]["output"]>>;

/** Whether the application speaks the canonical names, with types, or the site's own names. */
export type Voice = "canonical" | "wire";
export type FieldsIn<V extends Voice, Id extends RouteId> = V extends "wire" ? Readonly<Record<string, unknown>> : Fields<Id>;
export type AnswerIn<V extends Voice, Id extends RouteId> = V extends "wire" ? Record<string, unknown> : Answer<Id>;

export type RouteSettings = {
  readonly method: string;
  /** With the site's base path. */
  readonly path: string;
  /** The canonical names of the fields that the route takes, and where each travels. */
  readonly takes: Readonly<Record<string, "query" | "body">>;
};

/** What a client must know of a site. It is data, so that a browser loads neither the profile nor its schemas; `clientSettings` makes it. */
export type ClientSettings = {
  readonly routes: { readonly [Id in RouteId]?: RouteSettings };
  /** From canonical names to the site's. */
  readonly names: Readonly<Record<string, string>>;
  /** The header that carries the key; `false` where the site names scans by their fields, or not at all. */
  readonly keyHeader: string | false;
  /** The header that marks an answer given before. */
  readonly replayed: string | false;
};

/** The specification's error body, and its status (§7.1). */
export type Refusal = {
  readonly status: number;
  readonly error_code: string;
  readonly message: string;
  readonly domain: string;
  /**
   * True when an earlier attempt of the same entry was left without an answer and the site has no key: "already in the box"
   * may then be the trace of this very entry.
   */
  readonly unsure: boolean;
};

/** One write as it waits, and as it is kept over restarts. */
export type Entry = {
  /** The idempotency key: made once, the same in every attempt. */
  readonly id: string;
  /** Entries are sent in this order, those of one zongpai one after the other. */
  readonly order: number;
  readonly route: WriteId;
  readonly goods: string;
  /** As the application gave them, and the instant of the scan where the route takes one. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds. */
  readonly queuedAt: number;
  /** True once an attempt was begun, so that after a restart nobody takes it for new. */
  readonly sent: boolean;
  /** Set when the service refused it and the worker has not been shown it yet. */
  readonly refusal?: Refusal;
};

/** `held`: waits for credentials. `done` and `refused` are final. */
export type EntryState = "queued" | "sending" | "held" | "done" | "refused";

export type Outcome<A> =
  | { readonly state: "done"; readonly answer: A; readonly replayed: boolean }
  | { readonly state: "refused"; readonly refusal: Refusal };
