import type { RouteId } from "../route-ids.ts";
import type { Site } from "../site/schema.ts";

type Example = Readonly<Record<string, unknown>>;

/** Requests and answers in canonical names and wire units; the first request stands for the route. */
export type RouteExamples = { readonly requests: Readonly<Record<string, Example>>; readonly response: Example };

const instant = "2026-11-21T08:30:00.000Z";

/** Values that a site accepts, for examples. */
const valuesOf = ({ formats, location, attachment, erp }: Site) => {
  const [first = { code: "", label: "" }] = attachment.categories;
  return {
    ...{ zongpai: formats.zongpai.example, box_no: formats.boxNo.example, location: formats.location.example },
    area: location.area.exec(formats.location.example)?.[1] ?? "",
    quantity: formats.quantity.least,
    ...{ category: first.code, label: first.label, columns: Object.fromEntries(erp.boxes.columns.map(({ name }) => [name, "demo"])) },
  };
};

/**
 * An example of each route's request and answer on a site. A test parses them all with the schemas that the service itself uses.
 */
export const examplesOf = (site: Site): Readonly<Record<RouteId, RouteExamples>> => {
  const { zongpai, box_no, location, area, quantity, category, label, columns } = valuesOf(site);
  const { evidence } = site.attachment;
  const item = { box_no, zongpai, quantity };
  const entry = { box_no, zongpai, category, quantity };
  const places = (of: Example) => ({ "on a shelf": { ...of, location }, "off the shelf": { ...of, off_shelf: true } });
  const placed = { location, off_shelf: false, registered_at: instant };
  const shown = { zongpai, registered_at: instant };
  return {
    "post-trace-location": { requests: places({ zongpai }), response: { zongpai, ...placed } },
    "location-overview": {
      requests: { "an area": { area } },
      response: {
        locations: [{ location, area, shown: 1, more: false, items: [shown] }],
        off_shelf: { shown: 0, more: false, items: [] },
      },
    },
    "get-box-info": {
      requests: { "a box": { box_no } },
      response: {
        ...{ box_no, quantity, columns, erp_state: site.erp.states.live, items_quantity: quantity },
        items: [{ zongpai, quantity, recorded_at: instant }],
        entries: [],
      },
    },
    "post-box": { requests: { goods: item }, response: { ...item, recorded_at: instant } },
    "edit-box": { requests: { correction: item }, response: { ...item, recorded_at: instant } },
    "delete-box": { requests: { goods: { box_no, zongpai } }, response: { ...item, recorded_at: instant } },
    "get-attachment-categories": {
      requests: { all: {} },
      response: { categories: site.attachment.categories.map(({ code, label }) => ({ category: code, label })) },
    },
    "get-attachment-status": {
      requests: { goods: { zongpai } },
      response: {
        zongpai,
        categories: [
          { category, label, configured_quantity: quantity, evidence: evidence.present, boxed_quantity: quantity, headroom: 0, ...placed },
        ],
      },
    },
    "put-attachment-config": {
      requests: { "one category": { zongpai, entries: [{ category, quantity }] } },
      response: {
        ...{ zongpai, entries: [{ category, quantity }], added: [category], removed: [], changed: [], blocked: [] },
        recorded_at: instant,
      },
    },
    "post-attachment-location": { requests: places({ zongpai, category }), response: { zongpai, category, ...placed } },
    "post-attachment-box": { requests: { attachment: entry }, response: { ...entry, recorded_at: instant } },
    "patch-attachment-box": { requests: { correction: entry }, response: { ...entry, recorded_at: instant } },
    "delete-attachment-box": {
      requests: { attachment: { box_no, zongpai, category } },
      response: { ...entry, recorded_at: instant },
    },
  };
};
