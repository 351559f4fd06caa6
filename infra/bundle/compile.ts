import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

/** In a function's folder: its bundle, the V8 code cache of it, and the request that primes the function. */
export const [bundleFile, cacheFile] = ["bundle.cjs", "bundle.cache"];
export const firstEventFile = "first-event.json";

type Exports = {
  readonly handler: {
    (event: object, context: object): Promise<unknown>;
    /** Runs a first request that writes nothing; only the functions of endpoints have it. */
    readonly prime?: (event: object) => Promise<void>;
  };
};

/** Compiles a bundle, without the flag `--expose-gc` of Lambda: V8 takes a cache only under the flags with which it was made. */
export const compile = (file: string, cachedData?: Buffer): Script => {
  setFlagsFromString("--no-expose-gc");
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
