import { defineSite } from "#lib/site/define-site.ts";
import demo from "../../sites/demo.ts";

/** Demo for scanners that cannot send headers: the fields of a request together name one scan. */
export default defineSite({
  ...demo,
  name: "demo",
  extensions: {
    ...demo.extensions,
    idempotencyKey: { fields: ["zongpai", "scanned_at"], refusalStands: 10 },
  },
});
