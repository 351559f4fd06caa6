import { listRefusals } from "#lib/domain/refusals.ts";
import { getRefusals } from "#lib/endpoints/get-refusals.ts";
import type { OnTable, Service } from "#lib/service.ts";
import { refusalStore } from "#lib/store/refusals.ts";

export const make = (here: Service<OnTable>) =>
  here.read(getRefusals, listRefusals, ({ site, table }: OnTable) => ({
    refusals: refusalStore(table, site),
  }));
