import { defineSite } from "#lib/site/define-site.ts";
import odd from "./odd.ts";

/** The odd site with counts, and with boxes that have no places. */
export default defineSite({
  ...odd,
  routes: { ...odd.routes, counts: "/platz/anzahl", boxLocation: false, clearBox: false },
});
