import * as z from "zod/mini";
import type { Site } from "../site/schema.ts";
import { type CategoryState, labelOf } from "./attachment.ts";
import { shownQuantity } from "./attachment-cap.ts";
import type { BoxInfoRequest } from "./box-info.ts";
import { boxPlaceShape, lastPlaceShape } from "./location.ts";
import type { Deadline, ReadContext } from "./operation.ts";
import { AnswerQuantity, type SchemaOutput } from "./value.ts";

export const BoxStatusResponse = (site: Site) =>
  z.strictObject({
    box_no: z.string(),
    items: z.array(
      z.strictObject({
        zongpai: z.string(),
        product: z.optional(z.string()),
        items_quantity: AnswerQuantity(site),
        ...lastPlaceShape(),
        categories: z.array(
          z.strictObject({
            category: z.string(),
            label: z.string(),
            /** In this box. */
            quantity: AnswerQuantity(site),
            configured_quantity: z.optional(AnswerQuantity(site)),
            boxed_quantity: AnswerQuantity(site),
            missing_quantity: z.optional(AnswerQuantity(site)),
          }),
        ),
      }),
    ),
    ...boxPlaceShape(),
    cursor: z.optional(z.string()),
  });
export type BoxStatusResponse = SchemaOutput<typeof BoxStatusResponse>;

/** The place of goods or of a box, where the site gives places to boxes. */
type ShownPlace = Partial<BoxStatusResponse>;

type GoodsInBox = {
  readonly zongpai: string;
  readonly product?: string | undefined;
  readonly quantity: number;
  readonly entries: ReadonlyMap<string, number>;
  readonly place: ShownPlace;
  readonly states: readonly CategoryState[];
};

export type BoxStatusStore = {
  /** A page of the goods in a box, strongly consistent. @throws UnknownCursorError */
  readonly readGoods: (
    request: BoxInfoRequest,
    deadline: Deadline,
  ) => Promise<{
    readonly goods: readonly GoodsInBox[];
    readonly place: ShownPlace;
    readonly next?: string | undefined;
  }>;
};

type BoxStatusItem = BoxStatusResponse["items"][number];

const categoryLineOf = (
  { category, configured, boxed }: CategoryState,
  quantity: number,
  site: Site,
): BoxStatusItem["categories"][number] => {
  const wanted = shownQuantity(configured);
  const missing = wanted === undefined ? undefined : Math.max(0, wanted - boxed);
  return {
    category,
    label: labelOf(category, site),
    quantity,
    configured_quantity: wanted,
    boxed_quantity: boxed,
    missing_quantity: missing,
  };
};

const statusItemOf = (goods: GoodsInBox, site: Site): BoxStatusItem => {
  const { zongpai, product, quantity, entries, states, place } = goods;
  const categories = states.flatMap((state) => {
    const held = entries.get(state.category) ?? 0;
    const isShown = state.configured !== undefined || held !== 0;
    return isShown ? [categoryLineOf(state, held, site)] : [];
  });
  return { ...place, zongpai, product, items_quantity: quantity, categories };
};

/** The attachments of the goods in a box: configured, boxed in any box, missing. @throws UnknownCursorError */
export const readBoxStatus = async (
  request: BoxInfoRequest,
  { site, deadline, boxes }: ReadContext & { readonly boxes: BoxStatusStore },
): Promise<BoxStatusResponse> => {
  const { goods, place, next: cursor } = await boxes.readGoods(request, deadline);
  const items = goods.map((inBox) => statusItemOf(inBox, site));
  return { ...place, box_no: request.box_no, items, cursor };
};
