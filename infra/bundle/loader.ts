import { readFileSync } from "node:fs";
import { join } from "node:path";
import { metricNamespace } from "#lib/metrics.ts";
import { bundleFile, cacheFile } from "./bundle-file.ts";
import { compile, run } from "./compile.ts";

/**
 * What Lambda loads of a function (`index.mjs`): it loads the bundle beside it, from its code cache where there is one, and on Lambda
 * waits until the bundle has primed the path of its first request. Only an ES module can wait here.
 */

/** Milliseconds that a start waits for priming; when DynamoDB is away, the first request shall be the one that tells. */
const primingLimit = 250;

const cacheIn = (folder: string): Buffer | undefined => {
  try {
    return readFileSync(join(folder, cacheFile));
  } catch {
    return undefined;
  }
};

/** A line as the logger of the bundle writes it, which is not loaded yet. */
const warn = (message: string, metric: string) => {
  const service = process.env.POWERTOOLS_SERVICE_NAME ?? "warehouse-tracking";
  const counted = { Namespace: metricNamespace, Dimensions: [["service"]], Metrics: [{ Name: metric, Unit: "Count" }] };
  const line = {
    ...{ level: "WARN", message, timestamp: new Date().toISOString(), service, node: process.version, [metric]: 1 },
    _aws: { Timestamp: Date.now(), CloudWatchMetrics: [counted] },
  };
  // Not by the console, which Lambda replaces by one that wraps each line in another.
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
// Another version, architecture or set of flags than it was made with: the function works, and each start takes longer.
if (script.cachedDataRejected) warn("codeCacheRejected", "CodeCacheRejected");

const bundle = run(script, file);
if (process.env.AWS_LAMBDA_FUNCTION_NAME && bundle.prime) await withinLimit(bundle.prime());

export const handler = bundle.handler;
