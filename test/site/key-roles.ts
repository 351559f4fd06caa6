import { defineSite } from "#lib/site/define-site.ts";
import demo from "../../sites/demo.ts";
import { roles } from "./roles.ts";

/** Demo with keys whose roles may call different endpoints. */
export default defineSite({
  ...demo,
  auth: {
    scheme: "apiKey",
    keys: ["handheld-1", "handheld-2", "desk", "erp"],
    keysIn: "stack",
    allowed: {
      roles,
      keys: {
        "handheld-1": "scanner",
        "handheld-2": "scanner",
        desk: "supervisor",
        erp: "integration",
      },
    },
  },
});
