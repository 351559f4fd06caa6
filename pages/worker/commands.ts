import * as settings from "site:settings";
import type { Fields, WriteId } from "#lib/page/requests.ts";
import type { Item } from "./rows.ts";

/** A request that changes something, before it has its place in the queue. */
export type Command = {
  [Id in WriteId]: { readonly route: Id; readonly fields: Fields<Id> };
}[WriteId];
export type Place = { readonly location: string } | { readonly off_shelf: true };
/** Where the site has it: only if this is still the quantity. */
const expecting = (route: WriteId, quantity?: number): { readonly expected_quantity?: number } =>
  settings.client.routes[route]?.takes.expected_quantity ? { expected_quantity: quantity } : {};

export const placing = (at: Place, zongpai: string, category: string | undefined): Command =>
  category
    ? { route: "post-attachment-location", fields: { zongpai, category, ...at } }
    : { route: "post-trace-location", fields: { zongpai, ...at } };

export const placingBox = (at: Place, box_no: string): Command => ({
  route: "post-box-location",
  fields: { box_no, ...at },
});

export const leaving = (zongpai: string, category?: string): Command => ({
  route: "clear-place",
  fields: { zongpai, category },
});

/** Into a box that holds none of it, or so many instead of those that it holds. */
export const saving = ({ category, ...item }: Item, quantity: number, held = 0): Command => {
  const fields = { ...item, quantity };
  if (held)
    return category
      ? {
          route: "patch-attachment-box",
          fields: { ...fields, category, ...expecting("patch-attachment-box", held) },
        }
      : { route: "edit-box", fields: { ...fields, ...expecting("edit-box", held) } };
  return category
    ? { route: "post-attachment-box", fields: { ...fields, category } }
    : { route: "post-box", fields };
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
