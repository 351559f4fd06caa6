import { defineSite } from "#lib/site/define-site.ts";
import odd from "./odd.ts";

/** The odd site with counts. */
export default defineSite({
  ...odd,
  routes: { ...odd.routes, counts: "/platz/anzahl" },
});
