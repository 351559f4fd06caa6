import { saveBox } from "#lib/domain/box.ts";
import { postBox } from "#lib/endpoints/post-box.ts";
import type { OnErp, Service } from "#lib/service.ts";
import { boxStore } from "#lib/store/boxes.ts";
import { operationStore } from "#lib/store/operations.ts";

export const make = (here: Service<OnErp>) =>
  here.write(postBox, saveBox, ({ site, table, erp }: OnErp) => ({
    operations: operationStore(table, site),
    boxes: boxStore(table, site),
    erp,
  }));
