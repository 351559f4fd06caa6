import { readFileSync } from "node:fs";
import { join } from "node:path";
import { metricNamespace } from "#lib/metrics.ts";
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

/** Writes a line in the form of the bundle's logger, which is not loaded yet. */
const warn = (message: string, metric: string) => {
  const service = process.env.POWERTOOLS_SERVICE_NAME ?? "warehouse-tracking";
  const counted = { Namespace: metricNamespace, Dimensions: [["service"]], Metrics: [{ Name: metric, Unit: "Count" }] };
  const line = {
    ...{ level: "WARN", message, timestamp: new Date().toISOString(), service, node: process.version, [metric]: 1 },
    _aws: { Timestamp: Date.now(), CloudWatchMetrics: [counted] },
  };
  // Not with the console: Lambda's console would wrap the line in another one.
  process.stdout.write(`${JSON.stringify(line)}\n`);
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
if (script.cachedDataRejected) warn("codeCacheRejected", "CodeCacheRejected");

const bundle = run(script, file);
if (process.env.AWS_LAMBDA_FUNCTION_NAME && bundle.prime) await withinLimit(bundle.prime());

export const handler = bundle.handler;
