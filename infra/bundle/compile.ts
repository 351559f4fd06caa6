import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

/** What a bundle exports. */
export type Exports = {
  readonly handler: (event: object, context: object) => Promise<unknown>;
  /** Walks the path of a first request; only the functions of routes have it. */
  readonly prime?: () => Promise<void>;
  /** What it walks it with. */
  readonly event?: object;
};

/**
 * Compiles a bundle, the same way where its code cache is made and where it is used. V8 takes a cache only under the flags under which it
 * was made, and Lambda starts Node with `--expose-gc`; once `gc` is there, taking the flag back changes nothing else.
 */
export const compile = (file: string, cachedData?: Buffer): Script => {
  setFlagsFromString("--no-expose-gc");
  // The bundler writes ASCII only, which one byte a character holds.
  const source = readFileSync(file, "latin1");
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
  return new Script(wrapped, { filename: file, ...(cachedData ? { cachedData } : {}) });
};

/** Runs a compiled bundle as Node runs a CommonJS module, and gives what it exports. */
export const run = (script: Script, file: string): Exports => {
  const module = { exports: {} as Exports };
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
  return module.exports;
};
