// Lambda loads this as `index.mjs`: a module, because only a module can wait until the function is primed.
import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";

// Lambda starts Node with --expose-gc. Under a flag more, V8 compiles Node's own modules again, which takes 13 ms.
setFlagsFromString("--no-expose-gc");

export const { handler, primed } = createRequire(import.meta.url)("./bundle.cjs");
await primed;
