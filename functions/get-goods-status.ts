import { goodsStatus } from "#lib/domain/goods-status.ts";
import { getGoodsStatus } from "#lib/endpoints/get-goods-status.ts";
import type { OnErp, Service } from "#lib/service.ts";
import { attachmentStore } from "#lib/store/attachments.ts";
import { overviewStore } from "#lib/store/overviews.ts";

export const make = (here: Service<OnErp>) =>
  here.read(getGoodsStatus, goodsStatus, ({ site, table, erp }: OnErp) => ({
    attachments: attachmentStore(table, site),
    places: overviewStore(table, site),
    erp,
  }));
