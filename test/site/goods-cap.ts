import { demoWith } from "./demo-with.ts";

/** Demo with a cap by boxed goods that may not be taken away from under their attachments, evidence by both facts, and boxes that the ERP must know. */
export default demoWith({
  "box.unknownBox": "refuse",
  "attachment.cap": { rule: "boxedGoods", perUnit: 2 },
  "attachment.realEvidence": ["box", "location"],
  "attachment.offShelfIsLocated": true,
  "attachment.goodsBelowUse": "refuse",
});
