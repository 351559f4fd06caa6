import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";

/** A plugin, not an alias: an alias would also replace `zod/mini`, which the stand-in itself uses. */
export const lighterZod: Plugin = {
  name: "lighter-zod",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^zod$/ }, () => ({
      path: fileURLToPath(new URL("./stand-ins/zod.ts", import.meta.url)),
    })),
};
