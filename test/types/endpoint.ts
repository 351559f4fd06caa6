import { type BoxSaveResponse, type BoxStore, saveBox } from "#lib/domain/box.ts";
import { type CorrectionStore, deleteBox, editBox } from "#lib/domain/box-edit.ts";
import type { Erp } from "#lib/domain/erp.ts";
import { type LocationStore, registerLocation } from "#lib/domain/location.ts";
import type { Receipts } from "#lib/domain/operation.ts";
import { type OverviewStore, overview, type PageStore } from "#lib/domain/overview.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import type { Meter } from "#lib/metrics.ts";
import type { RouteId } from "#lib/route-ids.ts";
import { type Input, v1 } from "#lib/routes.ts";

type Dependencies = {
  readonly operations: Receipts;
  readonly meter: Meter;
  readonly boxes: BoxStore & CorrectionStore<{ box_no: string; zongpai: string }, BoxSaveResponse>;
  readonly erp: Erp;
  readonly locations: LocationStore;
  readonly places: OverviewStore & PageStore;
};

/** Never run: `tsc` checks that what stands below an expected error does not compile, and that the rest does. */
export const endpoints = ({ operations, meter, boxes, erp, locations, places }: Dependencies) => [
  endpoint("post-box", saveBox, { operations, meter, boxes, erp }),
  endpoint("edit-box", editBox, { operations, meter, boxes }),
  endpoint("delete-box", deleteBox, { operations, meter, boxes }),
  endpoint("location-overview", overview, { places }),

  // @ts-expect-error a misspelt route
  endpoint("post-bx", saveBox, { operations, meter, boxes, erp }),

  // @ts-expect-error a verb that needs a field which the route's input lacks
  endpoint("delete-box", editBox, { operations, meter, boxes }),

  // @ts-expect-error a verb whose input is that of another route
  endpoint("location-overview", saveBox, { operations, meter, boxes, erp }),

  // @ts-expect-error a verb whose answer is that of another route
  endpoint("post-box", registerLocation, { operations, meter, locations }),

  // @ts-expect-error a dependency that the verb needs is not handed in
  endpoint("post-box", saveBox, { operations, meter, boxes }),

  // @ts-expect-error a write without the operation rows that make it exactly once
  endpoint("post-box", saveBox, { meter, boxes, erp }),

  // @ts-expect-error a write that counts nothing
  endpoint("post-box", saveBox, { operations, boxes, erp }),
];

export const route: RouteId = "post-box";

// @ts-expect-error a misspelt route id
export const misspelt: RouteId = "post-bx";

// @ts-expect-error a row of the route table that does not exist
export const row = v1["post-bx"];

export const input: Input<"post-box"> = { box_no: "BX4", zongpai: "PO4-1", quantity: 3 };

// @ts-expect-error a field under a name that is not the canonical one
export const renamed: Input<"post-box"> = { boxNo: "BX4", zongpai: "PO4-1", quantity: 3 };
