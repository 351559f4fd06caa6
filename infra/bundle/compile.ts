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

/**
 * What V8 compares with itself before it takes a code cache: a number of its format, the hashes of its version and of its flags, the checksum
 * of its read-only snapshot. What lies between and behind belongs to the source. Not `v8.cachedDataVersionTag()`: it also hashes
 * what the processor can, for which no cache is rejected, and lacks the snapshot.
 */
export const acceptanceOf = (cache: Buffer): string =>
  Buffer.concat([cache.subarray(0, 8), cache.subarray(12, 20)]).toString("hex");

/** Runs a compiled bundle like a CommonJS module, and returns its exports. */
export const run = (script: Script, file: string): Exports => {
  const module = { exports: {} as Exports };
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
  return module.exports;
};
