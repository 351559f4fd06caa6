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
  readonly places: Pick<OverviewStore, "boxesOf">;
  readonly erp: ErpReader;
};

type ErpPart = {
  readonly erp_state: ErpState;
  readonly ordered_quantity?: number;
  readonly erp_as_of?: number;
};

/** What the ERP says of the goods; else what it said when they were last verified. */
const readErpPart = async (
  zongpai: string,
  { erp, deadline }: GoodsStatusContext,
  known: ReturnType<StatusStore["readStatus"]>,
): Promise<ErpPart> => {
  try {
    const row = await erp.zongpai(zongpai, deadline);
    return row ? { erp_state: "live", ordered_quantity: row.ordered } : { erp_state: "absent" };
  } catch (error) {
    if (!isErpUnavailable(error)) throw error;
    const { ordered, verified_at } = (await known).goods;
    return ordered === undefined
      ? { erp_state: "unavailable" }
      : { erp_state: "copy", ordered_quantity: ordered, erp_as_of: verified_at };
  }
};

/** All about one label, also of goods that nobody knows. */
export const readGoodsStatus = async (
  { zongpai }: AttachmentStatusRequest,
  context: GoodsStatusContext,
): Promise<SchemaOutput<typeof GoodsStatusResponse>> => {
  const { site, deadline, attachments, places } = context;
  const known = attachments.readStatus(zongpai, deadline);
  const [{ states, goods, places: placed }, page, erp] = await Promise.all([
    known,
    places.boxesOf(zongpai, { placed: true, size: site.overview.pageSize }, deadline),
    readErpPart(zongpai, context, known),
  ]);
  return {
    zongpai,
    ...erp,
    items_quantity: goods.boxed ?? 0,
    ...lastPlaceOf(placed.find(({ category }) => category === undefined)),
    boxes: page.boxes,
    more: page.cursor !== undefined,
    categories: statusLinesOf(states, placed, site),
  };
};
