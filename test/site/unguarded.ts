import { defineSite } from "#lib/site/define-site.ts";
import demo from "../../sites/demo.ts";

/** Demo without a removal guard, with locations of categories that are not configured, and with evidence that flips back. */
export default defineSite({
  ...demo,
  attachment: {
    ...demo.attachment,
    removalGuard: [],
    unconfiguredLocation: "accept",
    flipsBack: true,
  },
});
