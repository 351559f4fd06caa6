// Lambda loads this as `index.mjs`: a module, because only a module can wait until the function is primed.
const { setFlagsFromString } = process.getBuiltinModule("node:v8");
const { createRequire } = process.getBuiltinModule("node:module");

// Lambda starts Node with --expose-gc. With that flag V8 does not use the compiled code of Node's own modules, which takes 13 ms more.
setFlagsFromString("--no-expose-gc");

export const { handler, primed } = createRequire(import.meta.url)("./bundle.cjs");
await primed;
