import type { RouteId } from "#lib/endpoints/ids.ts";
import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Names that the ERP knows and nobody has used yet: five goods, three boxes, two locations and more. */
export type Unused = {
  readonly goods: readonly string[];
  readonly boxes: readonly string[];
  readonly locations: readonly string[];
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

/**
 * Every operation of the routes that a site serves once, in an order in which each finds what it needs. A new route does not compile
 * until its operations are here: then growth, cost and cold start measure them.
 */
export const stepsOn = ({ goods, boxes, locations }: Unused, site: Site): Step[] => {
  const { most, least, decimals } = site.formats.quantity;
  /** Multiples of the least quantity, as the wire has them. */
  const units = (count: number) => Number((least * count).toFixed(decimals));
  const [one, two, three, four, five] = goods;
  const [box, other, third] = boxes;
  const [here, there] = locations;
  const item = { box_no: box, zongpai: two };
  const category = site.attachment.categories[0]?.code ?? "";
  const entry = { box_no: box, zongpai: five, category };
  const save = (box_no = "", zongpai = "", count = 2): Step => ({
    route: "post-box",
    fields: { box_no, zongpai, quantity: units(count) },
  });
  const late = {
    zongpai: one,
    location: here,
    scanned_at: new Date(Date.now() - hour).toISOString(),
  };
  const steps: Record<RouteId, readonly (Omit<Step, "route"> & { readonly route?: RouteId })[]> = {
    "post-trace-location": [
      {
        id: "register",
        detail: "first",
        ...(site.location.unknownGoods === "refuse" ? { asksErp: true } : {}),
        fields: { zongpai: one, location: here },
      },
      { id: "move", detail: "moved", fields: { zongpai: one, location: there } },
      ...(site.extensions.scannedAt ? [{ id: "register-late", detail: "late", fields: late }] : []),
    ],
    "get-history": [{ id: "history", detail: "three operations", fields: { zongpai: one } }],
    "get-refusals": [{ id: "refusals", detail: "a day", fields: {} }],
    "get-counts": [{ id: "counts", fields: site.location.areas === false ? { area: "A" } : {} }],
    "post-box": [
      { id: "save-first", detail: "first of its goods", asksErp: true, ...save(box, one) },
      save(other, two),
      { id: "save", detail: "verified", ...save(box, two) },
      { id: "save-duplicate", detail: "duplicate", refused: true, ...save(box, two, 3) },
    ],
    "edit-box": [{ id: "edit", fields: { ...item, quantity: units(3) } }],
    "delete-box": [{ id: "delete", fields: item }],
    "get-box-info": [
      save(third, three),
      save(third, four),
      {
        id: "box-info-new",
        detail: "two items, first time",
        fields: { box_no: third },
        asksErp: true,
      },
      { id: "box-info", detail: "two items", fields: { box_no: third }, asksErp: true },
    ],
    "get-goods-status": [{ id: "goods-status", fields: { zongpai: two }, asksErp: true }],
    "get-box-status": [{ id: "box-status", fields: { box_no: box } }],
    "move-item": [
      {
        id: "move-item",
        detail: "all of it",
        fields: { box_no: third, to_box_no: other, zongpai: three, quantity: units(2) },
      },
      {
        id: "move-part",
        detail: "a part",
        fields: { box_no: third, to_box_no: other, zongpai: four, quantity: units(1) },
      },
    ],
    "location-overview": [{ id: "overview-one", detail: "one zongpai", fields: { zongpai: one } }],
    "put-attachment-config": [
      // Where the cap of attachments is counted by the goods that are boxed, some must be.
      save(box, five, 10),
      { id: "configure", fields: { zongpai: five, entries: [{ category, quantity: units(10) }] } },
    ],
    "post-attachment-location": [
      { id: "attachment-register", fields: { zongpai: five, category, location: here } },
    ],
    "post-attachment-box": [
      { id: "attachment-save", fields: { ...entry, quantity: units(2) } },
      {
        id: "attachment-over-cap",
        detail: "over the cap",
        fields: { ...entry, box_no: other, quantity: most },
        refused: true,
      },
    ],
    "patch-attachment-box": [{ id: "attachment-edit", fields: { ...entry, quantity: units(3) } }],
    "delete-attachment-box": [{ id: "attachment-delete", fields: entry }],
    "get-attachment-status": [{ id: "status", fields: { zongpai: five } }],
    "clear-place": [
      { id: "clear", detail: "goods", fields: { zongpai: one } },
      { id: "clear-attachment", detail: "an attachment", fields: { zongpai: five, category } },
    ],
    "get-attachment-categories": [{ id: "categories", fields: {} }],
  };
  const served: readonly string[] = routesOf(site).map(({ id }) => id);
  const all = Object.entries(steps) as [RouteId, (typeof steps)[RouteId]][];
  return all.flatMap(([route, own]) =>
    served.includes(route) ? own.map((step) => ({ route, ...step })) : [],
  );
};
