import { boxInfo } from "#lib/domain/box-info.ts";
import { getBoxInfo } from "#lib/endpoints/get-box-info.ts";
import type { OnErp, Service } from "#lib/service.ts";
import { boxContentsStore } from "#lib/store/box-queries.ts";
import { erpCopyStore } from "#lib/store/erp-copies.ts";

export const make = (here: Service<OnErp>) =>
  here.read(getBoxInfo, boxInfo, ({ site, table, erp }: OnErp) => ({
    boxes: boxContentsStore(table, site),
    copies: erpCopyStore(table, site),
    erp,
  }));
