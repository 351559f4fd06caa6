import type { RouteId } from "#lib/endpoints/ids.ts";
import { exampleRequest } from "#lib/openapi/examples.ts";
import { v1 } from "#lib/routes.ts";
import { goodsKey } from "#lib/store/keys.ts";
import { category } from "./attachments.ts";
import { call } from "./client.ts";
import { spoil } from "./planted.ts";
import { fresh, itemOf, location, zongpai } from "./samples.ts";
import { site } from "./site.ts";

export type Values = Readonly<Record<string, unknown>>;

/** A request of a route that each test spoils in one thing. The overview's filters by area, which may be any text. */
export const goodRequest = (id: RouteId): Values =>
  id === "location-overview" ? { zongpai: zongpai(1) } : exampleRequest(v1[id], site);

export const without = (values: Values, field: string): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name !== field));

/** The number of a shelf, or the fields that say the place. */
type Place = number | object;
const fieldsOf = (place: Place) =>
  typeof place === "number" ? { location: location(place) } : place;

type Item = { readonly box_no: string; readonly zongpai: string };

export const offShelf = { off_shelf: true };
export const register = (zongpai: string, place: Place = 1, headers: Record<string, string> = {}) =>
  call("post-trace-location", { zongpai, ...fieldsOf(place) }, headers);
export const locate = (zongpai: string, place: Place = 1, code = category) =>
  call("post-attachment-location", { zongpai, category: code, ...fieldsOf(place) });
export const placesOf = async (zongpai: string) =>
  (await call("location-overview", { zongpai })).body;

export const saveItem = (item: Item, quantity = 1, headers: Record<string, string> = {}) =>
  call("post-box", { ...item, quantity }, headers);

/** An item of which goods and box are verified, and which is in no box. */
export const verifiedItem = async () => {
  const item = itemOf(fresh());
  await saveItem(item);
  await call("delete-box", item);
  return item;
};
/** One whose verification is too old, which the process that saved it does not know. */
export const lapsedItem = async () => {
  const item = await verifiedItem();
  await spoil(goodsKey(item.zongpai), { verified_at: undefined });
  return item;
};

type Held = { readonly zongpai: string; readonly category?: string; readonly quantity: number };
export const boxInfo = async (box_no: string) =>
  (await call("get-box-info", { box_no })).body as Readonly<Record<string, unknown>> & {
    readonly items: readonly Held[];
    readonly entries: readonly Held[];
  };

/** What a box holds: the quantities of its goods, and of their attachments. */
export const quantitiesIn = async (box_no: string) => {
  const { items, entries } = await boxInfo(box_no);
  return [items, entries].map((list) => list.map(({ quantity }) => quantity));
};

/** So many milliseconds from now. */
export const instant = (offset: number) => new Date(Date.now() + offset).toISOString();
