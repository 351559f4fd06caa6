import { demoWith } from "./changed.ts";

/** Demo for scanners that cannot send headers: the fields of a request together name one scan. */
export default demoWith({
  "extensions.idempotencyKey": { fields: ["zongpai", "scanned_at"], refusalStands: 10 },
});
