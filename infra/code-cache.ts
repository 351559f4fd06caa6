import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { bundleFile, cacheFile } from "./bundle/bundle-file.ts";
import { compile, run } from "./bundle/compile.ts";

/**
 * Makes the V8 code cache of each bundle in the folders that it is given, with the Node that runs it, which must be that of the runtime.
 * A function is called once before: V8 compiles what is called, and only what was compiled is in a cache.
 */

/** Answers any command as if it had written, or found nothing. */
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { "content-type": "application/x-amz-json-1.0" }).end('{"Items":[],"Responses":{}}');
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
process.env.DYNAMODB_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const context = { awsRequestId: "none", functionName: "none", getRemainingTimeInMillis: () => 2_000 };

for (const folder of process.argv.slice(2)) {
  const file = join(folder, bundleFile);
  const script = compile(file);
  const { handler, prime, event = {} } = run(script, file);
  await prime?.();
  // What has no example has only its refusal to warm up.
  await handler(event, context).catch(() => {});
  writeFileSync(join(folder, cacheFile), script.createCachedData());
}
// What a bundle holds open, such as connections, is of no use any more.
process.stdout.write(`\n${process.version} ${process.platform} ${process.arch}\n`, () => process.exit(0));
