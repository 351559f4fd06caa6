import { exampleRequestOf } from "#lib/openapi/examples.ts";
import type { RouteId } from "#lib/route-ids.ts";
import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Names that the ERP knows and no test has used: at least five goods, three boxes and two locations. */
export type Unused = Readonly<Record<"goods" | "boxes" | "locations", readonly string[]>>;

export type Step = { readonly route: RouteId; readonly fields: Fields };

const hour = 3_600_000;

/**
 * Requests to every route of a site, in an order in which each finds what it needs. A route without steps here gets its own example, with
 * goods that are in a box.
 */
export const stepsOn = ({ goods, boxes, locations }: Unused, site: Site): Step[] => {
  const { most, least, decimals } = site.formats.quantity;
  /** A multiple of the least quantity, in wire units. */
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
  const step = (route: RouteId, fields: Fields): Step => ({ route, fields });
  const save = (box_no = "", zongpai = "", count = 2) =>
    step("post-box", { box_no, zongpai, quantity: units(count) });
  const steps: Step[] = [
    step("post-trace-location", { zongpai: one, location: shelf }),
    step("post-trace-location", { zongpai: one, location: next }),
    ...(site.extensions.scannedAt
      ? [step("post-trace-location", { zongpai: one, location: shelf, scanned_at })]
      : []),
    step("get-history", { zongpai: one }),
    step("get-refusals", {}),
    step("get-counts", site.location.areas === false ? { area: "A" } : {}),
    save(box, one),
    save(other, two),
    save(box, two),
    // Refused as a duplicate.
    save(box, two, 3),
    step("edit-box", { ...item, quantity: units(3) }),
    step("delete-box", item),
    save(third, three),
    save(third, four),
    step("get-box-info", { box_no: third }),
    step("get-box-info", { box_no: third }),
    step("get-goods-status", { zongpai: two }),
    step("get-box-status", { box_no: box }),
    step("get-boxes", {}),
    step("move-item", { ...move, zongpai: three, quantity: units(2) }),
    step("move-item", { ...move, zongpai: four, quantity: units(1) }),
    step("location-overview", { zongpai: one }),
    step("location-overview", {}),
    // Some goods must be boxed, in case the attachments' cap counts boxed goods.
    save(box, five, 10),
    step("put-attachment-config", {
      zongpai: five,
      entries: [{ category, quantity: units(10) }],
    }),
    step("post-attachment-location", { ...attached, location: shelf }),
    step("post-attachment-box", { ...entry, quantity: units(2) }),
    // Refused as over the cap.
    step("post-attachment-box", { ...entry, box_no: other, quantity: most }),
    step("patch-attachment-box", { ...entry, quantity: units(3) }),
    step("delete-attachment-box", entry),
    step("get-attachment-status", { zongpai: five }),
    step("clear-place", { zongpai: one }),
    step("clear-place", attached),
    step("clear-box", { box_no: third }),
    step("get-attachment-categories", {}),
  ];
  const routes = routesOf(site);
  const further = routes
    .filter(({ id }) => !steps.some(({ route }) => route === id))
    .map((route) => {
      const example = exampleRequestOf(route, site);
      const known = Object.entries(item).filter(([name]) => name in example);
      return step(route.id, { ...example, ...Object.fromEntries(known) });
    });
  const served = new Set<string>(routes.map(({ id }) => id));
  return [...steps, ...further].filter(({ route }) => served.has(route));
};
