import type { RouteId } from "#lib/endpoints/ids.ts";
import { exampleRequest } from "#lib/openapi/examples.ts";
import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Names that the ERP knows and nobody has used yet: five goods, three boxes, two locations and more. */
export type Unused = Readonly<Record<"goods" | "boxes" | "locations", readonly string[]>>;

/** A request; one with an `id` is measured, the others make what it needs; `refused`: a rule must refuse it. */
export type Step = {
  readonly route: RouteId;
  readonly fields: Fields;
  readonly id?: string;
  readonly refused?: true;
};

const hour = 3_600_000;

/**
 * Requests to every route that a site serves, in an order in which each finds what it needs. A route that is not named here gets its own
 * example, of goods that are in a box.
 */
export const stepsOn = ({ goods, boxes, locations }: Unused, site: Site): Step[] => {
  const { most, least, decimals } = site.formats.quantity;
  /** Multiples of the least quantity, as the wire has them. */
  const units = (count: number) => Number((least * count).toFixed(decimals));
  const [one, two, three, four, five] = goods;
  const [box, other, third] = boxes;
  const [shelf, next] = locations;
  const scanned_at = new Date(Date.now() - hour).toISOString();
  const category = site.attachment.categories[0]?.code ?? "";
  const item = { box_no: box, zongpai: two };
  const move = { box_no: third, to_box_no: other };
  const attached = { zongpai: five, category };
  const entry = { ...attached, box_no: box };
  const save = (box_no = "", zongpai = "", count = 2): Step => ({
    route: "post-box",
    fields: { box_no, zongpai, quantity: units(count) },
  });
  const step = (route: RouteId, id: string, fields: Fields): Step => ({ route, id, fields });
  const steps: Step[] = [
    step("post-trace-location", "first", { zongpai: one, location: shelf }),
    step("post-trace-location", "again", { zongpai: one, location: next }),
    ...(site.extensions.scannedAt
      ? [step("post-trace-location", "late", { zongpai: one, location: shelf, scanned_at })]
      : []),
    step("get-history", "three operations", { zongpai: one }),
    step("get-refusals", "a day", {}),
    step("get-counts", "all", site.location.areas === false ? { area: "A" } : {}),
    { ...save(box, one), id: "first of its goods" },
    save(other, two),
    { ...save(box, two), id: "verified" },
    { ...save(box, two, 3), id: "duplicate", refused: true },
    step("edit-box", "one item", { ...item, quantity: units(3) }),
    step("delete-box", "one item", item),
    save(third, three),
    save(third, four),
    step("get-box-info", "first time", { box_no: third }),
    step("get-box-info", "two items", { box_no: third }),
    step("get-goods-status", "one zongpai", { zongpai: two }),
    step("get-box-status", "one box", { box_no: box }),
    step("move-item", "all of it", { ...move, zongpai: three, quantity: units(2) }),
    step("move-item", "a part", { ...move, zongpai: four, quantity: units(1) }),
    step("location-overview", "one zongpai", { zongpai: one }),
    step("location-overview", "a page", {}),
    // Where the cap of attachments is counted by the goods that are boxed, some must be.
    save(box, five, 10),
    step("put-attachment-config", "one entry", {
      zongpai: five,
      entries: [{ category, quantity: units(10) }],
    }),
    step("post-attachment-location", "first", { ...attached, location: shelf }),
    step("post-attachment-box", "first", { ...entry, quantity: units(2) }),
    {
      ...step("post-attachment-box", "over the cap", { ...entry, box_no: other, quantity: most }),
      refused: true,
    },
    step("patch-attachment-box", "one item", { ...entry, quantity: units(3) }),
    step("delete-attachment-box", "one item", entry),
    step("get-attachment-status", "one zongpai", { zongpai: five }),
    step("clear-place", "goods", { zongpai: one }),
    step("clear-place", "an attachment", attached),
    step("get-attachment-categories", "all", {}),
  ];
  const routes = routesOf(site);
  const further = routes
    .filter(({ id }) => !steps.some(({ route }) => route === id))
    .map(({ id, row }) => step(id, "example", { ...exampleRequest(row, site), ...item }));
  const served = new Set<string>(routes.map(({ id }) => id));
  return [...steps, ...further].filter(({ route }) => served.has(route));
};
