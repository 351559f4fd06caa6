import type { RouteId } from "#lib/route-ids.ts";

/** A request of a scanner: its route, and its frequency per 4,482 order lines. */
type MixRequest = { readonly route: RouteId; readonly times: number };

/**
 * The requests of a sample warehouse, 4,482 lines of AdventureWorks in 2,006 boxes, 3,550 of them with an attachment. One in 10 attachments
 * is over the cap, one in 10 is corrected, and one in 20 is deleted. Each save is the first of its goods, which is the most expensive kind.
 */
export const requestMix = {
  "goods registered": { route: "post-trace-location", times: 4_482 },
  "goods saved, the first time": { route: "post-box", times: 4_482 },
  "attachments configured": { route: "put-attachment-config", times: 3_550 },
  "attachment registered": { route: "post-attachment-location", times: 3_550 },
  "attachment saved": { route: "post-attachment-box", times: 3_550 },
  "attachment refused, over the cap": { route: "post-attachment-box", times: 355 },
  "attachment corrected": { route: "patch-attachment-box", times: 355 },
  "attachment deleted": { route: "delete-attachment-box", times: 177 },
  "box information, the first time": { route: "get-box-info", times: 2_006 },
  "overview of a zongpai": { route: "location-overview", times: 4_482 },
  "attachment status": { route: "get-attachment-status", times: 4_482 },
} as const satisfies Readonly<Record<string, MixRequest>>;

export type MixRequestName = keyof typeof requestMix;

/** The resources that one request uses: trips to the table, DynamoDB units, and bytes. */
export type RequestUsage = {
  readonly trips: number;
  /** Trips that are transactions. */
  readonly transactions: number;
  readonly writeTable: number;
  readonly writeIndex: number;
  /** Write units of refused transactions, an upper bound. */
  readonly refused: number;
  readonly read: number;
  /** The body of the answer. */
  readonly answerBytes: number;
  /** The line with the service's own metrics. */
  readonly metricBytes: number;
  /** All other lines of the function. */
  readonly logBytes: number;
  /** The growth of the table and of its index. */
  readonly tableBytes: number;
  readonly indexBytes: number;
};
