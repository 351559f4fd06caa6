import * as z from "zod/mini";
import type { Site } from "../site/schema.ts";
import {
  type AttachmentStatusRequest,
  StatusLine,
  type StatusStore,
  statusLinesOf,
} from "./attachment-status.ts";
import { type ErpReader, type ErpState, ErpStateWord, isErpUnavailable } from "./erp.ts";
import { lastPlaceOf, lastPlaceShape } from "./location.ts";
import type { ReadContext } from "./operation.ts";
import { BoxesOfGoods, type OverviewStore } from "./overview.ts";
import { AnswerInstant, AnswerQuantity, type SchemaOutput } from "./value.ts";

export const GoodsStatusResponse = (site: Site) =>
  z.strictObject({
    zongpai: z.string(),
    product: z.optional(z.string()),
    erp_state: ErpStateWord(site),
    erp_as_of: z.optional(AnswerInstant()),
    ordered_quantity: z.optional(AnswerQuantity(site)),
    items_quantity: AnswerQuantity(site),
    ...lastPlaceShape(),
    boxes: BoxesOfGoods(site),
    more: z.boolean(),
    categories: z.array(StatusLine(site)),
  });

type GoodsStatusContext = ReadContext & {
  readonly attachments: StatusStore;
  readonly places: Pick<OverviewStore, "readBoxes">;
  readonly erp: ErpReader;
};

type ErpPart = {
  readonly erp_state: ErpState;
  readonly ordered_quantity?: number;
  readonly product?: string | undefined;
  readonly erp_as_of?: number;
};

/** The ERP's data of the goods. If the ERP is unavailable: its answer when they were last verified. */
const readErpPart = async (
  zongpai: string,
  { erp, deadline }: GoodsStatusContext,
  status: ReturnType<StatusStore["readStatus"]>,
): Promise<ErpPart> => {
  try {
    const row = await erp.zongpai(zongpai, deadline);
    if (!row) return { erp_state: "absent" };
    const { ordered, product } = row;
    return { erp_state: "live", ordered_quantity: ordered, product };
  } catch (error) {
    if (!isErpUnavailable(error)) throw error;
    const { goods, product } = await status;
    const { ordered, verified_at } = goods;
    if (ordered === undefined) return { erp_state: "unavailable" };
    return { erp_state: "copy", ordered_quantity: ordered, product, erp_as_of: verified_at };
  }
};

/** All about one label, even if neither the ERP nor this service knows the goods. */
export const readGoodsStatus = async (
  { zongpai }: AttachmentStatusRequest,
  context: GoodsStatusContext,
): Promise<SchemaOutput<typeof GoodsStatusResponse>> => {
  const { site, deadline, attachments, places } = context;
  const reading = attachments.readStatus(zongpai, deadline);
  const [status, page, erpPart] = await Promise.all([
    reading,
    places.readBoxes(zongpai, { placed: true, size: site.overview.pageSize }, deadline),
    readErpPart(zongpai, context, reading),
  ]);
  const ofGoods = status.places.find(({ category }) => category === undefined);
  return {
    zongpai,
    ...erpPart,
    items_quantity: status.goods.boxed ?? 0,
    ...lastPlaceOf(ofGoods),
    boxes: page.boxes,
    more: page.cursor !== undefined,
    categories: statusLinesOf(status.states, status.places, site),
  };
};
