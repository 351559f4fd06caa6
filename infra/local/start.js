import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// JavaScript, so that this process and its workers load no compiler of TypeScript: what it made is kept from start to start.
const { env } = process;
env.NODE_COMPILE_CACHE ||= fileURLToPath(
  new URL("../../node_modules/.cache/compiled", import.meta.url),
);
enableCompileCache(env.NODE_COMPILE_CACHE);
await import("./start.ts");
