import { boxInfo } from "#lib/domain/box-info.ts";
import { getBoxInfo } from "#lib/endpoints/get-box-info.ts";
import type { OnErp, Service } from "#lib/service.ts";
import { boxStore } from "#lib/store/boxes.ts";
import { erpCopyStore } from "#lib/store/erp-copies.ts";

export const make = (here: Service<OnErp>) =>
  here.read(getBoxInfo, boxInfo, ({ site, table, erp }: OnErp) => ({
    boxes: boxStore(table, site),
    copies: erpCopyStore(table, site),
    erp,
  }));
