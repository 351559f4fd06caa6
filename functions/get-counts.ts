import { counts } from "#lib/domain/counts.ts";
import { getCounts } from "#lib/endpoints/get-counts.ts";
import type { OnTable, Service } from "#lib/service.ts";
import { countStore } from "#lib/store/counts.ts";

export const make = (here: Service<OnTable>) =>
  here.read(getCounts, counts, ({ site, table }: OnTable) => ({ places: countStore(table, site) }));
