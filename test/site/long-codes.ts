import { demoWith } from "./demo-with.ts";

/** Demo with codes of goods that are too long for a small label. */
export default demoWith({
  "formats.zongpai": {
    pattern: /^PO[A-Z0-9]{1,40}$/,
    accepts: "must be PO and 1 to 40 capital letters or digits",
    example: "PO1",
  },
});
