import { registerLocation } from "#lib/domain/location.ts";
import { postTraceLocation } from "#lib/routes/post-trace-location.ts";
import type { OnTable, Service } from "#lib/service.ts";
import { locationStore } from "#lib/store/locations.ts";
import { operationStore } from "#lib/store/operations.ts";

export const make = (here: Service<OnTable>) =>
  here.write(postTraceLocation, registerLocation, ({ site, table }: OnTable) => ({
    operations: operationStore(table, site),
    locations: locationStore(table, site),
  }));
