import { defineSite } from "#lib/site/define-site.ts";
import odd from "./odd.ts";

/** The odd site, which also clears what left, and accepts the instant and the expected location of a scan. */
export default defineSite({
  ...odd,
  routes: { ...odd.routes, clear: { method: "PUT", path: "/platz/abgang" } },
  extensions: { ...odd.extensions, scannedAt: "gescanntAm", expectedLocation: "bisherigerPlatz" },
});
