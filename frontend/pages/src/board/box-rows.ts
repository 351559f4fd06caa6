import type { RouteAnswer } from "#lib/page/requests.ts";
import { sortByCode } from "../shared/code-order.ts";
import { sumQuantities } from "../shared/commands.ts";

type BoxInfo = RouteAnswer<"get-box-info">;
type BoxStatus = RouteAnswer<"get-box-status">;
type StatusItem = BoxStatus["items"][number];

/** An attachment of goods, with its status if the site reports one. */
export type AttachmentCell = Pick<BoxInfo["entries"][number], "category" | "quantity"> &
  Partial<StatusItem["categories"][number]>;

/** The goods in a box with their attachments, and what the status of the box adds to them. */
export const boxRowsOf = (
  { items, entries }: Pick<BoxInfo, "items" | "entries">,
  { items: statusItems = [] }: { readonly items?: readonly StatusItem[] } = {},
) => {
  const goods = new Set([...items, ...entries, ...statusItems].map(({ zongpai }) => zongpai));
  return sortByCode([...goods], String).map((zongpai) => {
    const isOfGoods = (entry: { readonly zongpai: string }) => entry.zongpai === zongpai;
    const statusItem: Partial<StatusItem> = statusItems.find(isOfGoods) ?? {};
    const { categories = [], items_quantity = 0, ...place } = statusItem;
    const isKnown = (entry: { readonly category: string }) =>
      categories.some(({ category }) => category === entry.category);
    const others = entries.filter((entry) => isOfGoods(entry) && !isKnown(entry));
    const cells: AttachmentCell[] = [...categories, ...others];
    const { quantity = items_quantity, product = place.product } = items.find(isOfGoods) ?? {};
    return { ...place, zongpai, product, quantity, cells };
  });
};

export type BoxRow = ReturnType<typeof boxRowsOf>[number];

export const missingAttachmentsIn = (cells: readonly AttachmentCell[]): number =>
  cells.reduce((sum, { missing_quantity = 0 }) => sumQuantities(sum, missing_quantity), 0);
