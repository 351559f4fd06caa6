import { demoWith } from "./changed.ts";

/** Demo with a cap by boxed goods that may not be taken away from under their attachments, and evidence by both facts. */
export default demoWith({
  "attachment.cap": { rule: "boxedGoods", perUnit: 2 },
  "attachment.realEvidence": ["box", "location"],
  "attachment.offShelfIsLocated": true,
  "attachment.goodsBelowUse": "refuse",
});
