import { defineSite } from "#lib/site/define-site.ts";
import odd from "./odd.ts";

/** The odd site, which also sends the values of a refusal. */
export default defineSite({
  ...odd,
  extensions: { ...odd.extensions, refusalValues: "X-Ablehnung" },
});
