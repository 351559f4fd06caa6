import * as settings from "site:settings";
import type { Fields, WriteId } from "#lib/page/requests.ts";
import type { Item } from "./rows.ts";

/** A request that changes something, before it has its place in the queue. */
export type Command = {
  [Id in WriteId]: Readonly<{ route: Id; fields: Fields<Id> }>;
}[WriteId];
export type Place = { readonly location: string } | { readonly off_shelf: true };

/** Where the site has it: only if this is still the quantity. */
const expecting = (route: WriteId, quantity?: number) =>
  settings.client.routes[route]?.takes.expected_quantity ? { expected_quantity: quantity } : {};

/** Goods, an attachment of them, or a box by itself. */
export type Placed = Readonly<{ zongpai?: string; category?: string; box_no?: string }>;

export const placing = (at: Place, { zongpai = "", category, box_no }: Placed): Command => {
  if (box_no) return { route: "post-box-location", fields: { box_no, ...at } };
  return category
    ? { route: "post-attachment-location", fields: { zongpai, category, ...at } }
    : { route: "post-trace-location", fields: { zongpai, ...at } };
};

export const leaving = ({ zongpai = "", category }: Placed): Command => ({
  route: "clear-place",
  fields: { zongpai, category },
});

/** Into a box that holds none of it, or so many instead of those that it holds. */
export const saving = ({ category, ...item }: Item, quantity: number, held = 0): Command => {
  const fields = { ...item, quantity };
  if (category) {
    const route = held ? "patch-attachment-box" : "post-attachment-box";
    return { route, fields: { ...fields, category, ...expecting(route, held) } };
  }
  const route = held ? "edit-box" : "post-box";
  return { route, fields: { ...fields, ...expecting(route, held) } };
};

export const takingOut = ({ category, ...item }: Item, held: number): Command =>
  category
    ? {
        route: "delete-attachment-box",
        fields: { ...item, category, ...expecting("delete-attachment-box", held) },
      }
    : { route: "delete-box", fields: { ...item, ...expecting("delete-box", held) } };

export const moving = (item: Item, to_box_no: string, quantity: number, held: number): Command => ({
  route: "move-item",
  fields: { ...item, to_box_no, quantity, ...expecting("move-item", held) },
});
