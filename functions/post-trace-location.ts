import { registerLocation } from "#lib/domain/location.ts";
import { postTraceLocation } from "#lib/endpoints/post-trace-location.ts";
import type { OnTable, PerhapsErp, Service } from "#lib/service.ts";
import { locationStore } from "#lib/store/locations.ts";
import { operationStore } from "#lib/store/operations.ts";

export const make = (here: Service<OnTable & PerhapsErp>) =>
  here.write(postTraceLocation, registerLocation, ({ site, table, erp }: OnTable & PerhapsErp) => ({
    operations: operationStore(table, site),
    locations: locationStore(table, site),
    erp,
  }));
