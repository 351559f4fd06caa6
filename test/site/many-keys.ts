import { defineSite } from "#lib/site/define-site.ts";
import demo from "../../sites/demo.ts";

/** Demo with keys that are imported beside its stack. */
export default defineSite({
  ...demo,
  auth: {
    scheme: "apiKey",
    keys: Array.from({ length: 300 }, (_, n) => `scanner-${n + 1}`),
    keysIn: "import",
    allowed: false,
  },
});
