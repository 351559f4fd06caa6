import { moveItem } from "#lib/domain/box-move.ts";
import { moveItem as route } from "#lib/endpoints/move-item.ts";
import type { OnTable, PerhapsErp, Service } from "#lib/service.ts";
import { boxMoveStore } from "#lib/store/boxes.ts";
import { operationStore } from "#lib/store/operations.ts";

export const make = (here: Service<OnTable & PerhapsErp>) =>
  here.write(route, moveItem, ({ site, table, erp }: OnTable & PerhapsErp) => ({
    operations: operationStore(table, site),
    boxes: boxMoveStore(table, site),
    erp,
  }));
