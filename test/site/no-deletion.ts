import { defineSite } from "#lib/site/define-site.ts";
import plain from "../../sites/plain.ts";

/** Plain without what it adds to the specification: goods stay in their boxes, and a request has no key. */
export default defineSite({
  ...plain,
  name: "no-deletion",
  routes: { ...plain.routes, deleteBox: false },
  extensions: { ...plain.extensions, idempotencyKey: false, replayed: false },
});
