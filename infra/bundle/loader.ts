import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { serviceName } from "#lib/env.ts";
import type { LogCode } from "#lib/log.ts";
import { bundleFile, cacheFile, compile, firstEventFile, run } from "./compile.ts";

// What Lambda loads (`index.mjs`): it loads the bundle beside it, and waits until that has run its first request.

/** Milliseconds that a start waits for priming: if DynamoDB does not answer, the first request shows the error. */
const primingLimit = 250;

const file = join(import.meta.dirname, bundleFile);
const cache = join(import.meta.dirname, cacheFile);
const script = compile(file, existsSync(cache) ? readFileSync(cache) : undefined);
if (script.cachedDataRejected) {
  const message: LogCode = "codeCacheRejected";
  const timestamp = new Date().toISOString();
  const line = { level: "WARN", message, timestamp, service: serviceName, node: process.version };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

export const { handler } = run(script, file);
if (process.env.AWS_LAMBDA_FUNCTION_NAME && handler.prime) {
  const event = JSON.parse(readFileSync(join(import.meta.dirname, firstEventFile), "utf8"));
  const primed = handler.prime(event);
  await Promise.race([primed, sleep(primingLimit, undefined, { ref: false })]);
}
