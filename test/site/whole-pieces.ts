import { demoWith } from "./demo-with.ts";

/** Demo, which counts whole pieces, with no more boxed than ordered, and goods that stay while their attachments need them. */
export default demoWith({
  "box.beyondOrdered": "refuse",
  "attachment.cap": { rule: "boxedGoods", perUnit: 1 },
  "attachment.goodsBelowUse": "refuse",
});
