import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { bundleFile, cacheFile } from "./bundle-file.ts";
import { compile, run } from "./compile.ts";

/**
 * Makes the V8 code cache of each bundle in the folders that it is given, with the Node that runs it, which must be that of the runtime.
 * A function is called once before: V8 compiles what is called, and only what was compiled is in a cache.
 */

type Key = { readonly pk: object; readonly sk: { readonly S: string } };
type BatchGet = { readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly Key[] }>> };

/** An item of one of something, so that a correction goes on to its write; operations are not found, as before a first request. */
const itemsOf = (keys: readonly Key[]) =>
  keys
    .filter(({ sk }) => !sk.S.startsWith("OP#"))
    .map((key) => ({ ...key, zongpai: { S: "none" }, quantity: { N: "1" }, at: { N: "1" }, rev: { N: "1" } }));

const answerTo = ({ RequestItems = {} }: BatchGet) => ({
  Items: [],
  Responses: Object.fromEntries(Object.entries(RequestItems).map(([table, { Keys }]) => [table, itemsOf(Keys)])),
});

/** Answers a command as if it had written, or found what a correction corrects, and nothing else. */
const server = createServer(async (request, response) => {
  const command = JSON.parse((await text(request)) || "{}") as BatchGet;
  response.writeHead(200, { "content-type": "application/x-amz-json-1.0" }).end(JSON.stringify(answerTo(command)));
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
