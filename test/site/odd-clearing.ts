import { defineSite } from "#lib/site/define-site.ts";
import odd from "./odd.ts";

/** The odd site, which also takes off the map what left, and scans with their instant and the location that they expect. */
export default defineSite({
  ...odd,
  routes: { ...odd.routes, clear: { method: "PUT", path: "/platz/abgang" } },
  extensions: { ...odd.extensions, scannedAt: "gescanntAm", expectedLocation: "bisherigerPlatz" },
});
