import { editBox } from "#lib/domain/box-edit.ts";
import { editBox as route } from "#lib/endpoints/edit-box.ts";
import type { OnTable, Service } from "#lib/service.ts";
import { boxStore } from "#lib/store/boxes.ts";
import { operationStore } from "#lib/store/operations.ts";

export const make = (here: Service<OnTable>) =>
  here.write(route, editBox, ({ site, table }: OnTable) => ({
    operations: operationStore(table, site),
    boxes: boxStore(table, site),
  }));
