import { defineSite } from "#lib/site/define-site.ts";
import plain from "../../sites/plain.ts";

/** Plain without its additions to the specification, so that goods stay in their boxes and requests have no key. */
export default defineSite({
  ...plain,
  name: "no-deletion",
  routes: { ...plain.routes, deleteBox: false },
  extensions: { ...plain.extensions, idempotencyKey: false, replayed: false },
});
