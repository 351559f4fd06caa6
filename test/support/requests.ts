import { exampleRequestOf } from "#lib/openapi/examples.ts";
import type { RouteId } from "#lib/route-ids.ts";
import { v1 } from "#lib/routes.ts";
import { call } from "./client.ts";
import { erp } from "./erp.ts";
import { boxNo, fresh, itemOf, location, zongpai } from "./samples.ts";
import { site } from "./site.ts";

export type Values = Readonly<Record<string, unknown>>;

/** A valid request of a route, for tests that change one thing in it. The overview's request filters by area, which may be any text. */
export const goodRequest = (id: RouteId): Values =>
  id === "location-overview" ? { zongpai: zongpai(1) } : exampleRequestOf(v1[id], site);

export const without = (values: Values, field: string): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name !== field));

const { cap: answer, categories } = site.attachment;

export const [category = "", other = ""] = categories.map(({ code }) => code);

const rule = answer.rule === "perCategory" ? answer.of[category] : answer;
if (!rule) throw new Error(`the site under test has no cap for ${category}`);
/** The cap rule of the first category. */
export const cap = rule;

type Line = {
  readonly category: string;
  readonly configured: boolean;
  readonly configured_quantity?: number;
  readonly evidence: string;
  readonly boxed_quantity: number;
  readonly headroom?: number;
  readonly location?: string;
};

export const statusOf = async (goods: string): Promise<Line[]> =>
  (await call("get-attachment-status", { zongpai: goods })).body.categories as Line[];

export const lineOf = async (goods: string, code = category): Promise<Line | undefined> =>
  (await statusOf(goods)).find((line) => line.category === code);

export const configure = (goods: string, quantities: Readonly<Record<string, number>>) =>
  call("put-attachment-config", {
    zongpai: goods,
    entries: Object.entries(quantities).map(([code, quantity]) => ({ category: code, quantity })),
  });

/** Boxes that the ERP knows. */
export const boxes = (count: number) => Array.from({ length: count }, () => boxNo(fresh()));

/** Goods whose first two categories are configured and, on any site, allow about `units`. `headroom` is the exact number. */
export const goodsWithHeadroom = async (units: number) => {
  const n = fresh();
  const goods = zongpai(n);
  const configured = cap.rule === "configured" ? units : 50;
  await configure(goods, { [category]: configured, [other]: configured });
  if (cap.rule === "fixed" || cap.rule === "perBox") return { goods, headroom: cap.quantity };
  if (cap.rule === "configured") return { goods, headroom: configured };
  const product = Math.ceil(units / cap.perUnit);
  erp.setOrdered(goods, product * 2);
  await call("post-box", { box_no: boxNo(n), zongpai: goods, quantity: product });
  return { goods, headroom: product * cap.perUnit };
};

export const saveEntry = (goods: string, box: string, quantity: number, code = category) =>
  call("post-attachment-box", { box_no: box, zongpai: goods, category: code, quantity });

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

/** An item that is in no box, but whose goods and box are verified. */
export const verifiedItem = async () => {
  const item = itemOf(fresh());
  await saveItem(item);
  await call("delete-box", item);
  return item;
};

type Held = {
  readonly zongpai: string;
  readonly product?: string;
  readonly category?: string;
  readonly quantity: number;
};
export const boxInfo = async (box_no: string) =>
  (await call("get-box-info", { box_no })).body as Readonly<Record<string, unknown>> & {
    readonly items: readonly Held[];
    readonly entries: readonly Held[];
  };

/** The contents of a box: the quantities of its goods, and of their attachments. */
export const quantitiesIn = async (box_no: string) => {
  const { items, entries } = await boxInfo(box_no);
  return [items, entries].map((list) => list.map(({ quantity }) => quantity));
};

/** The instant `offset` milliseconds from now. */
export const instant = (offset: number) => new Date(Date.now() + offset).toISOString();
