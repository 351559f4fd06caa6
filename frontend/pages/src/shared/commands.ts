import * as settings from "site:settings";
import type { RouteFields, WriteId } from "#lib/page/requests.ts";

/** A write request that is not in the queue yet. */
export type WriteCommand = {
  [Id in WriteId]: Readonly<{ route: Id; fields: RouteFields<Id> }>;
}[WriteId];
/** A shelf or off shelf. Off shelf, a site may store a note as the location. */
export type TargetPlace =
  | { readonly location: string }
  | { readonly off_shelf: true; readonly location?: string | undefined };

/**
 * If the site has this field, the service accepts the write only while the quantity is unchanged.
 */
const expectedQuantity = (route: WriteId, quantity?: number) =>
  settings.client.routes[route]?.takes.expected_quantity ? { expected_quantity: quantity } : {};

/** Goods, one of their attachments, or a box. */
export type PlacedItem = Readonly<{ zongpai?: string; category?: string; box_no?: string }>;

export const placeCommand = (
  at: TargetPlace,
  { zongpai = "", category, box_no }: PlacedItem,
): WriteCommand => {
  if (box_no) return { route: "post-box-location", fields: { box_no, ...at } };
  return category
    ? { route: "post-attachment-location", fields: { zongpai, category, ...at } }
    : { route: "post-trace-location", fields: { zongpai, ...at } };
};

/** Goods, an attachment or a box leave the warehouse. The goods in a box leave by commands of their own. */
export const leaveCommand = ({ zongpai = "", category, box_no }: PlacedItem): WriteCommand =>
  box_no
    ? { route: "clear-box", fields: { box_no } }
    : { route: "clear-place", fields: { zongpai, category } };

/** Adds an item to a box that holds none of it, or replaces the quantity that the box holds. */
export const saveCommand = (
  { category, ...item }: BoxItem,
  quantity: number,
  held = 0,
): WriteCommand => {
  const fields = { ...item, quantity };
  if (category) {
    const route = held ? "patch-attachment-box" : "post-attachment-box";
    return { route, fields: { ...fields, category, ...expectedQuantity(route, held) } };
  }
  const route = held ? "edit-box" : "post-box";
  return { route, fields: { ...fields, ...expectedQuantity(route, held) } };
};

/**
 * A meaning of a typed number. `quantity` is the total in the box after the save, `added` the new
 * part of it.
 */
export type NumberMeaning = Readonly<{ quantity: number; added?: number }>;

export const takeOutCommand = ({ category, ...item }: BoxItem, held: number): WriteCommand =>
  category
    ? {
        route: "delete-attachment-box",
        fields: { ...item, category, ...expectedQuantity("delete-attachment-box", held) },
      }
    : { route: "delete-box", fields: { ...item, ...expectedQuantity("delete-box", held) } };

export const moveCommand = (
  item: BoxItem,
  to_box_no: string,
  quantity: number,
  held: number,
): WriteCommand => ({
  route: "move-item",
  fields: { ...item, to_box_no, quantity, ...expectedQuantity("move-item", held) },
});

/** Goods in a box or, with a category, one of their attachments. */
export type BoxItem = Readonly<{ box_no: string; zongpai: string; category?: string }>;

/** Whether both are the same goods, or the same attachment of them. */
export const isSameItem = (one: PlacedItem, other: PlacedItem): boolean =>
  one.zongpai === other.zongpai && one.category === other.category;

/** Sums quantities, and rounds away binary fractions. */
export const sumQuantities = (...quantities: readonly number[]): number =>
  Number(quantities.reduce((sum, quantity) => sum + quantity, 0).toFixed(9));
