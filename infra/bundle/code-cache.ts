import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { bundleFile, cacheFile, compile, run } from "./compile.ts";

/**
 * Makes the V8 code cache of each bundle that its argument names; run by the Node of the Lambda runtime. Each function gets its events
 * first, because only what was called goes into the cache.
 */
type Task = {
  readonly environment: object;
  readonly bundles: readonly { readonly folder: string; readonly events: readonly object[] }[];
};

// In the place of DynamoDB: every write is done, and no read finds anything.
const server = createServer((request, response) => {
  request.resume();
  response.setHeader("content-type", "application/x-amz-json-1.0").end('{"Responses":{}}');
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

const { environment, bundles } = JSON.parse(process.argv[2] ?? "") as Task;
const { port } = server.address() as AddressInfo;
Object.assign(process.env, environment, { DYNAMODB_ENDPOINT: `http://127.0.0.1:${port}` });

const context = { awsRequestId: "none", getRemainingTimeInMillis: () => 2_000 };
for (const { folder, events } of bundles) {
  const file = join(folder, bundleFile);
  const script = compile(file);
  const { handler } = run(script, file);
  if (events[0]) await handler.prime?.(events[0]);
  for (const event of events) await handler(event, context).catch(() => {});
  writeFileSync(join(folder, cacheFile), script.createCachedData());
}
// The bundles may have open connections, which nobody needs any more.
process.exit(0);
