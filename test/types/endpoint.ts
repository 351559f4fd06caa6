import type * as z from "zod";
import { saveBox } from "#lib/domain/box.ts";
import { deleteBox, editBox } from "#lib/domain/box-edit.ts";
import { registerLocation } from "#lib/domain/location.ts";
import { overview } from "#lib/domain/overview.ts";
import type { RouteId } from "#lib/endpoints/ids.ts";
import { v1 } from "#lib/routes.ts";
import type { OnErp, OnTable, Service } from "#lib/service.ts";
import { boxStore } from "#lib/store/boxes.ts";
import { locationStore } from "#lib/store/locations.ts";
import { operationStore } from "#lib/store/operations.ts";
import { overviewStore } from "#lib/store/overviews.ts";

const asking = ({ site, table, erp }: OnErp) => ({
  operations: operationStore(table, site),
  boxes: boxStore(table, site),
  erp,
});
const correcting = ({ site, table }: OnTable) => ({
  operations: operationStore(table, site),
  boxes: boxStore(table, site),
});
const placing = ({ site, table }: OnTable) => ({
  operations: operationStore(table, site),
  locations: locationStore(table, site),
});
const reading = ({ site, table }: OnTable) => ({ places: overviewStore(table, site) });

/** Never run: `tsc` checks that what stands below an expected error does not compile, and that the rest does. */
export const endpoints = (here: Service<OnErp>, withoutErp: Service<OnTable>) => [
  here.write(v1["post-box"], saveBox, asking),
  here.write(v1["edit-box"], editBox, correcting),
  withoutErp.write(v1["delete-box"], deleteBox, correcting),
  here.read(v1["location-overview"], overview, reading),

  // @ts-expect-error a misspelt route
  here.write(v1["post-bx"], saveBox, asking),

  // @ts-expect-error a verb that needs a field which the route's input lacks
  here.write(v1["delete-box"], editBox, correcting),

  // @ts-expect-error a verb whose input is that of another route
  here.read(v1["location-overview"], saveBox, asking),

  // @ts-expect-error a verb whose answer is that of another route
  here.write(v1["post-box"], registerLocation, placing),

  // @ts-expect-error a port that the verb needs is not handed in
  here.write(v1["post-box"], saveBox, correcting),

  // @ts-expect-error a write without the operation rows that make it exactly once
  here.write(v1["post-box"], saveBox, ({ site, table, erp }: OnErp) => ({
    boxes: boxStore(table, site),
    erp,
  })),

  // @ts-expect-error a write that is served as a read, and so records no operation
  here.read(v1["post-box"], saveBox, asking),

  // @ts-expect-error a port on the ERP where there is none
  withoutErp.write(v1["post-box"], saveBox, asking),
];

export const route: RouteId = "post-box";

// @ts-expect-error a misspelt route id
export const misspelt: RouteId = "post-bx";

// @ts-expect-error a row of the route table that does not exist
export const row = v1["post-bx"];

type Input = z.output<ReturnType<(typeof v1)["post-box"]["input"]>>;

export const input: Input = { box_no: "BX4", zongpai: "PO4-1", quantity: 3 };

// @ts-expect-error a field under a name that is not the canonical one
export const renamed: Input = { boxNo: "BX4", zongpai: "PO4-1", quantity: 3 };
