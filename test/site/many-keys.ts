import { demoWith } from "./demo-with.ts";

/** Demo with a key for each of many scanners. */
export default demoWith({
  "auth.keys": Array.from({ length: 300 }, (_, n) => `scanner-${n + 1}`),
});
