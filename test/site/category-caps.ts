import { demoWith } from "./demo-with.ts";

/** Demo with a cap for each category: some manuals a box, some fasteners for each unit of goods, and cable as it is configured. */
export default demoWith({
  "attachment.cap": {
    rule: "perCategory",
    of: {
      MANUAL: { rule: "perBox", quantity: 8 },
      FASTENERS: { rule: "boxedGoods", perUnit: 4 },
      CABLE: { rule: "configured" },
    },
  },
});
