import { demoWith } from "./demo-with.ts";

/** Demo with a cap for each category: manuals per box, fasteners per unit of goods, and cable by its configuration. */
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
