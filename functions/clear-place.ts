import { clearPlace } from "#lib/domain/clear.ts";
import { clearPlace as route } from "#lib/endpoints/clear-place.ts";
import type { OnTable, Service } from "#lib/service.ts";
import { clearStore } from "#lib/store/locations.ts";
import { operationStore } from "#lib/store/operations.ts";

export const make = (here: Service<OnTable>) =>
  here.write(route, clearPlace, ({ site, table }: OnTable) => ({
    operations: operationStore(table, site),
    places: clearStore(table, site),
  }));
