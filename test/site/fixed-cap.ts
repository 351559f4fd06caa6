import { demoWith } from "./demo-with.ts";

/** Demo with a fixed cap, evidence by location alone, and a guard on every fact. */
export default demoWith({
  "attachment.cap": { rule: "fixed", quantity: 500 },
  "attachment.realEvidence": ["location"],
  "attachment.removalGuard": ["boxed", "located", "evidenced"],
  "attachment.unquantified": "refused",
  "attachment.flipsBack": true,
});
