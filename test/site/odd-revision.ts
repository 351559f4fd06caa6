import { defineSite } from "#lib/site/define-site.ts";
import odd from "./odd.ts";

/** The odd site, which also accepts the expected revision of a configuration. */
export default defineSite({
  ...odd,
  extensions: { ...odd.extensions, expectedRevision: "bekannteFassung" },
});
