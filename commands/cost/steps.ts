import type { RouteId } from "#lib/route-ids.ts";
import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Fields } from "../bench/service.ts";

/** Goods, boxes and locations that nobody has used yet. */
export type Unused = { readonly goods: readonly string[]; readonly boxes: readonly string[]; readonly locations: readonly string[] };

/** How often each operation occurs, in any unit: only the proportions count. */
export type Mix = Readonly<Partial<Record<string, number>>>;

/**
 * The requests of `npm run replay` over the AdventureWorks purchase orders: 4,482 lines in 2,006 boxes, 3,550 of them with an
 * attachment. Goods are registered and saved once each, so that every save is the first of its goods: the dearest mix of saves.
 */
export const replayMix: Mix = {
  register: 4_482,
  "save-first": 4_482,
  configure: 3_550,
  "attachment-register": 3_550,
  "attachment-save": 3_550,
  "attachment-over-cap": 355,
  "attachment-edit": 355,
  "attachment-delete": 177,
  "box-info-new": 2_006,
  "overview-one": 4_482,
  status: 4_482,
};

/** A request; one with an `id` is measured, the others make what it needs. */
export type Step = {
  readonly id?: string;
  readonly route: RouteId;
  readonly detail?: string;
  readonly fields: Fields;
  /** It must be refused by a rule; all others must be accepted. */
  readonly refused?: true;
  /** It looks something up in the ERP. */
  readonly asksErp?: true;
};

const hour = 3_600_000;
/** Multiples of the least quantity, as the wire has them. */
const unitsOf =
  ({ formats: { quantity } }: Site) =>
  (count: number) =>
    Number((quantity.least * count).toFixed(quantity.decimals));

const product = ({ goods, boxes, locations }: Unused, site: Site): Step[] => {
  const units = unitsOf(site);
  const [one, two, three, four] = goods;
  const [box, other, third] = boxes;
  const [here, there] = locations;
  const item = { box_no: box, zongpai: two };
  const late = { zongpai: one, location: here, scanned_at: new Date(Date.now() - hour).toISOString() };
  return [
    { id: "register", route: "post-trace-location", detail: "first", fields: { zongpai: one, location: here } },
    { id: "move", route: "post-trace-location", detail: "moved", fields: { zongpai: one, location: there } },
    ...(site.extensions.scannedAt ? [{ id: "register-late", route: "post-trace-location", detail: "late", fields: late } as const] : []),
    {
      id: "save-first",
      route: "post-box",
      detail: "first of its goods",
      fields: { box_no: box, zongpai: one, quantity: units(2) },
      asksErp: true,
    },
    { route: "post-box", fields: { box_no: other, zongpai: two, quantity: units(2) } },
    { id: "save", route: "post-box", detail: "verified", fields: { ...item, quantity: units(2) } },
    { id: "save-duplicate", route: "post-box", detail: "duplicate", fields: { ...item, quantity: units(3) }, refused: true },
    { id: "edit", route: "edit-box", fields: { ...item, quantity: units(3) } },
    ...(site.routes.deleteBox ? [{ id: "delete", route: "delete-box", fields: item } as const] : []),
    { route: "post-box", fields: { box_no: third, zongpai: three, quantity: units(2) } },
    { route: "post-box", fields: { box_no: third, zongpai: four, quantity: units(2) } },
    { id: "box-info-new", route: "get-box-info", detail: "two items, first time", fields: { box_no: third }, asksErp: true },
    { id: "box-info", route: "get-box-info", detail: "two items", fields: { box_no: third }, asksErp: true },
    { id: "overview-one", route: "location-overview", detail: "one zongpai", fields: { zongpai: one } },
  ];
};

const attachments = ({ goods, boxes, locations }: Unused, site: Site): Step[] => {
  const units = unitsOf(site);
  const { most } = site.formats.quantity;
  const category = site.attachment.categories[0]?.code ?? "";
  const zongpai = goods[4];
  const [box, other] = boxes;
  const entry = { box_no: box, zongpai, category };
  return [
    // Where the cap of attachments is counted by the goods that are boxed, some must be.
    { route: "post-box", fields: { box_no: box, zongpai, quantity: units(10) } },
    { id: "configure", route: "put-attachment-config", fields: { zongpai, entries: [{ category, quantity: units(10) }] } },
    { id: "attachment-register", route: "post-attachment-location", fields: { zongpai, category, location: locations[0] } },
    { id: "attachment-save", route: "post-attachment-box", fields: { ...entry, quantity: units(2) } },
    {
      id: "attachment-over-cap",
      route: "post-attachment-box",
      detail: "over the cap",
      fields: { ...entry, box_no: other, quantity: most },
      refused: true,
    },
    { id: "attachment-edit", route: "patch-attachment-box", fields: { ...entry, quantity: units(3) } },
    { id: "attachment-delete", route: "delete-attachment-box", fields: entry },
    { id: "status", route: "get-attachment-status", fields: { zongpai } },
    { id: "categories", route: "get-attachment-categories", fields: {} },
  ];
};

/**
 * Every operation once, on goods and boxes of its own, and last a page of the overview of a warehouse that fills one.
 * @throws Error for a route that nobody has thought of here
 */
export const stepsOn = (unused: Unused, site: Site): Step[] => {
  const { goods, locations } = unused;
  const filling = goods
    .slice(5)
    .map((zongpai, at): Step => ({ route: "post-trace-location", fields: { zongpai, location: locations[at % locations.length] } }));
  const steps: Step[] = [
    ...product(unused, site),
    ...attachments(unused, site),
    ...filling,
    { id: "overview-page", route: "location-overview", detail: "a page", fields: {} },
  ];
  const unmeasured = routesOf(site).find(({ id }) => !steps.some(({ route }) => route === id));
  if (unmeasured) throw new Error(`No step of commands/cost/steps.ts measures ${unmeasured.id}.`);
  return steps;
};
