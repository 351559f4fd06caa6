import { demoWith } from "./demo-with.ts";

/** Demo without a removal guard, with locations of categories that are not configured, and with evidence that flips back. */
export default demoWith({
  "attachment.removalGuard": [],
  "attachment.unconfiguredLocation": "accept",
  "attachment.flipsBack": true,
});
