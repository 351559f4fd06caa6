import { defineSite } from "#lib/site/define-site.ts";
import demo from "../../sites/demo.ts";

/** Demo with a fixed cap, evidence by location alone, and a guard on every fact. */
export default defineSite({
  ...demo,
  attachment: {
    ...demo.attachment,
    cap: { rule: "fixed", quantity: 500 },
    realEvidence: ["location"],
    removalGuard: ["boxed", "located", "evidenced"],
    unquantified: "refused",
    flipsBack: true,
  },
});
