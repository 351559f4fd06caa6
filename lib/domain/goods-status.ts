import * as z from "zod/mini";
import type { Site } from "../site/schema.ts";
import {
  type AttachmentStatusRequest,
  linesOf,
  StatusLine,
  type StatusStore,
} from "./attachment-status.ts";
import { type Erp, type ErpState, ErpStateWord, isUnavailable } from "./erp.ts";
import { lastPlace, lastPlaceOf } from "./location.ts";
import type { Reading } from "./operation.ts";
import { BoxesOfGoods, type OverviewStore } from "./overview.ts";
import { Amount, Instant, type Output } from "./value.ts";

export const GoodsStatusResponse = (site: Site) =>
  z.strictObject({
    zongpai: z.string(),
    erp_state: ErpStateWord(site),
    erp_as_of: z.optional(Instant()),
    ordered_quantity: z.optional(Amount(site)),
    items_quantity: Amount(site),
    ...lastPlace(),
    boxes: BoxesOfGoods(site),
    more: z.boolean(),
    categories: z.array(StatusLine(site)),
  });

type Context = Reading & {
  readonly attachments: StatusStore;
  readonly places: Pick<OverviewStore, "boxesOf">;
  readonly erp: Erp;
};

type ErpPart = {
  readonly erp_state: ErpState;
  readonly ordered_quantity?: number;
  readonly erp_as_of?: number;
};

/** What the ERP says of the goods; else what it said when they were last verified. */
const erpPart = async (
  zongpai: string,
  { erp, deadline }: Context,
  known: ReturnType<StatusStore["statusOf"]>,
): Promise<ErpPart> => {
  try {
    const row = await erp.zongpai(zongpai, deadline);
    return row ? { erp_state: "live", ordered_quantity: row.ordered } : { erp_state: "absent" };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    const { ordered, verified_at } = (await known).goods;
    return ordered === undefined
      ? { erp_state: "unavailable" }
      : { erp_state: "copy", ordered_quantity: ordered, erp_as_of: verified_at };
  }
};

/** All about one label, also of goods that nobody knows. */
export const goodsStatus = async (
  { zongpai }: AttachmentStatusRequest,
  context: Context,
): Promise<Output<typeof GoodsStatusResponse>> => {
  const { site, deadline, attachments, places } = context;
  const known = attachments.statusOf(zongpai, deadline);
  const [{ states, goods, places: placed }, page, erp] = await Promise.all([
    known,
    places.boxesOf(zongpai, { placed: true, size: site.overview.pageSize }, deadline),
    erpPart(zongpai, context, known),
  ]);
  return {
    zongpai,
    ...erp,
    items_quantity: goods.boxed ?? 0,
    ...lastPlaceOf(placed.find(({ category }) => category === undefined)),
    boxes: page.boxes,
    more: page.cursor !== undefined,
    categories: linesOf(states, placed, site),
  };
};
