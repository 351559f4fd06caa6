import type { Route, RouteExamples } from "../http/route.ts";
import { moreExamples } from "../site/more-examples.ts";
import type { Site } from "../site/schema.ts";

const exampleInstant = "2026-11-21T08:30:00.000Z";

/** The examples of a route's requests and answer on a site. */
export const examplesOf = (route: Route, site: Site): RouteExamples => {
  const { formats, location, attachment, erp } = site;
  const [box_no = "", to_box_no = box_no] = moreExamples(formats.boxNo, 2);
  const [{ code = "", label = "" } = {}] = attachment.categories;
  return route.example({
    ...{ site, box_no, to_box_no, category: code, label, instant: exampleInstant },
    zongpai: formats.zongpai.example,
    product: erp.product ? "Desk lamp, brass" : undefined,
    location: formats.location.example,
    area: location.area.exec(formats.location.example)?.[1] ?? "",
    quantity: formats.quantity.least,
    columns: Object.fromEntries(erp.boxes.columns.map(({ name }) => [name, "demo"])),
  });
};

/** The first example request of a route, in canonical names and wire units. */
export const exampleRequestOf = (route: Route, site: Site): Readonly<Record<string, unknown>> =>
  Object.values(examplesOf(route, site).requests)[0] ?? {};
