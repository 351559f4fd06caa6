import { defineSite } from "#lib/site/define-site.ts";
import odd from "./odd.ts";

/** The odd site without an idempotency key: a write that is sent again is judged by what is recorded. */
export default defineSite({
  ...odd,
  extensions: { ...odd.extensions, idempotencyKey: false, replayed: false },
});
