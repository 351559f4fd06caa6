import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

/** What a bundle exports. */
export type Exports = {
  readonly handler: (event: object, context: object) => Promise<unknown>;
  /** Rehearses a first request; only the functions of routes have it. */
  readonly prime?: () => Promise<void>;
};

/**
 * Compiles a bundle; used both where its code cache is made and where it is used. Lambda starts Node with `--expose-gc`; we switch it off,
 * because a cache is valid only under the flags with which it was made. `gc` itself stays available.
 */
export const compile = (file: string, cachedData?: Buffer): Script => {
  setFlagsFromString("--no-expose-gc");
  // The bundler escapes other letters than ASCII's in texts, but not those in a site's patterns.
  const source = readFileSync(file, "utf8");
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
  return new Script(wrapped, { filename: file, ...(cachedData ? { cachedData } : {}) });
};

/** Runs a compiled bundle like a CommonJS module, and returns its exports. */
export const run = (script: Script, file: string): Exports => {
  const module = { exports: {} as Exports };
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
  return module.exports;
};
