import { defineSite } from "#lib/site/define-site.ts";
import odd from "./odd.ts";

/** The odd site, whose ERP has the name of a product. */
export default defineSite({
  ...odd,
  erp: { ...odd.erp, product: "Bezeichnung lang" },
});
