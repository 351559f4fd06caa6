import { demoWith } from "./changed.ts";

/** Demo with keys that are imported beside its stack. */
export default demoWith({
  "auth.keys": Array.from({ length: 300 }, (_, n) => `scanner-${n + 1}`),
  "auth.keysIn": "import",
});
