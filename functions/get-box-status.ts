import { boxStatus } from "#lib/domain/box-status.ts";
import { getBoxStatus } from "#lib/endpoints/get-box-status.ts";
import type { OnTable, Service } from "#lib/service.ts";
import { boxStatusStore } from "#lib/store/box-queries.ts";

export const make = (here: Service<OnTable>) =>
  here.read(getBoxStatus, boxStatus, ({ site, table }: OnTable) => ({
    boxes: boxStatusStore(table, site),
  }));
