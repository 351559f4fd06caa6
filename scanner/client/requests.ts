import type * as z from "zod";
import type { RouteId } from "#lib/route-ids.ts";
import type { v1 } from "#lib/routes.ts";

// A package for another repository has this file written out for its site, without zod.
type Rows = typeof v1;

/** The routes that change something; only these wait in the queue. */
export type WriteId = { [Id in RouteId]: Rows[Id]["kind"] extends "write" ? Id : never }[RouteId];
export type ReadId = Exclude<RouteId, WriteId>;

/** The fields of a request under canonical names, as they travel: quantities are numbers, instants are text. @public */
export type Fields<Id extends RouteId> = z.input<ReturnType<Rows[Id]["input"]>>;
/** The answer of a route under canonical names, as it travels. @public */
export type Answer<Id extends RouteId> = z.input<ReturnType<Rows[Id]["output"]>>;
