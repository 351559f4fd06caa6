import { defineSite } from "#lib/site/define-site.ts";
import demo from "../../sites/demo.ts";

/** Demo with a cap by boxed goods that may not be taken away from under their attachments, and evidence by both facts. */
export default defineSite({
  ...demo,
  attachment: {
    ...demo.attachment,
    cap: { rule: "boxedGoods", perUnit: 2 },
    realEvidence: ["box", "location"],
    offShelfIsLocated: true,
    goodsBelowUse: "refuse",
  },
});
