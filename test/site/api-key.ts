import { defineSite } from "#lib/site/define-site.ts";
import demo from "../../sites/demo.ts";

/** Demo with a key for each scanner. */
export default defineSite({
  ...demo,
  auth: { scheme: "apiKey", keys: ["scanner-1", "scanner-2"], keysIn: "stack", allowed: false },
});
