import type { RouteRequests } from "#lib/page/requests.ts";
import { mayCall } from "../shared/rights.ts";

/** The modes, and the routes of which a worker needs one in each. */
const routesOf = {
  shelve: ["post-trace-location"],
  box: ["post-box"],
  attach: ["post-attachment-box", "post-attachment-location"],
  look: ["location-overview", "get-goods-status", "get-box-info"],
} as const satisfies Readonly<Record<string, readonly (keyof RouteRequests)[]>>;

export type WorkMode = keyof typeof routesOf;

export const isOffered = (mode: WorkMode): boolean => routesOf[mode].some(mayCall);

/** The modes that this person may use, in their order on the screen. */
export const offeredModes = (): WorkMode[] =>
  (Object.keys(routesOf) as WorkMode[]).filter(isOffered);
