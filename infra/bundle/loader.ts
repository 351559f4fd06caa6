import { readFileSync } from "node:fs";
import { join } from "node:path";
import { serviceName } from "#lib/env.ts";
import type { LogCode } from "#lib/log.ts";
import { bundleFile, cacheFile } from "./bundle-file.ts";
import { compile, run } from "./compile.ts";

/**
 * The file of a function that Lambda loads (`index.mjs`). It loads the bundle beside it, from its code cache if there is one. On Lambda
 * it waits until the bundle has rehearsed its first request; only an ES module can wait while it loads.
 */

/** Milliseconds that a start waits for priming. If DynamoDB does not answer, the start goes on, and the first request shows the error. */
const primingLimit = 250;

const cacheIn = (folder: string): Buffer | undefined => {
  try {
    return readFileSync(join(folder, cacheFile));
  } catch {
    return undefined;
  }
};

const withinLimit = async (work: Promise<void>): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, primingLimit);
  await Promise.race([work, promise]);
  clearTimeout(timer);
};

const file = join(import.meta.dirname, bundleFile);
const cache = cacheIn(import.meta.dirname);
const script = compile(file, cache);
// The cache was made with another version, architecture or set of flags: the function works, but each start takes longer.
if (script.cachedDataRejected) {
  const message: LogCode = "codeCacheRejected";
  const line = {
    level: "WARN",
    message,
    timestamp: new Date().toISOString(),
    service: serviceName,
    node: process.version,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

const bundle = run(script, file);
if (process.env.AWS_LAMBDA_FUNCTION_NAME && bundle.prime) await withinLimit(bundle.prime());

export const handler = bundle.handler;
