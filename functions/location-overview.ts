import { overview } from "#lib/domain/overview.ts";
import { locationOverview } from "#lib/endpoints/location-overview.ts";
import type { OnTable, Service } from "#lib/service.ts";
import { overviewStore } from "#lib/store/overviews.ts";

export const make = (here: Service<OnTable>) =>
  here.read(locationOverview, overview, ({ site, table }: OnTable) => ({
    places: overviewStore(table, site),
  }));
