import type * as z from "zod";
import type * as scanner from "#scanner/client/requests.ts";
import type { v1 } from "../routes.ts";

type RouteRows = typeof v1;

/** The request and the answer of each route under canonical names, as JSON. */
export type RouteRequests = {
  readonly [Id in keyof RouteRows]: {
    readonly kind: RouteRows[Id]["kind"];
    readonly fields: z.input<ReturnType<RouteRows[Id]["input"]>>;
    readonly answer: z.input<ReturnType<RouteRows[Id]["output"]>>;
  };
};
export type WriteId = scanner.WriteId<RouteRequests>;
export type ReadId = scanner.ReadId<RouteRequests>;
export type RouteFields<Id extends keyof RouteRequests> = RouteRequests[Id]["fields"];
export type RouteAnswer<Id extends keyof RouteRequests> = RouteRequests[Id]["answer"];
