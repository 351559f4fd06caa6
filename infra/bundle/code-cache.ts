import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { bundleFile, cacheFile } from "./bundle-file.ts";
import { acceptanceOf, compile, run } from "./compile.ts";

/**
 * Makes the V8 code cache of each bundle that its argument names. The Node that runs this must be that of the Lambda runtime.
 * Each function gets its events first: V8 compiles only what is called, and only compiled code goes into the cache.
 */
type Task = {
  readonly environment: Readonly<Record<string, string>>;
  readonly subjects: readonly { readonly folder: string; readonly events: readonly object[] }[];
};

type Key = { readonly pk: object; readonly sk: { readonly S: string } };
type BatchGet = {
  readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly Key[] }>>;
};

/**
 * An item with quantity 1, so that a correction finds what it corrects and reaches its write. Operations are not found, as before a first
 * request.
 */
const itemsOf = (keys: readonly Key[]) =>
  keys
    .filter(({ sk }) => !sk.S.startsWith("OP#"))
    .map((key) => ({
      ...key,
      zongpai: { S: "none" },
      quantity: { N: "1" },
      at: { N: "1" },
      rev: { N: "1" },
    }));

const answerTo = ({ RequestItems = {} }: BatchGet) => ({
  Items: [],
  Responses: Object.fromEntries(
    Object.entries(RequestItems).map(([table, { Keys }]) => [table, itemsOf(Keys)]),
  ),
});

/** Answers a write as done, and a read with the items above only. */
const server = createServer(async (request, response) => {
  const command = JSON.parse((await text(request)) || "{}") as BatchGet;
  response
    .writeHead(200, { "content-type": "application/x-amz-json-1.0" })
    .end(JSON.stringify(answerTo(command)));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
process.env.DYNAMODB_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const context = {
  awsRequestId: "none",
  functionName: "none",
  getRemainingTimeInMillis: () => 2_000,
};

const { environment, subjects } = JSON.parse(process.argv[2] ?? "") as Task;
Object.assign(process.env, environment);

let acceptance = "";
for (const { folder, events } of subjects) {
  const file = join(folder, bundleFile);
  const script = compile(file);
  const { handler, prime } = run(script, file);
  await prime?.();
  for (const event of events) await handler(event, context).catch(() => {});
  const cache = script.createCachedData();
  acceptance = acceptanceOf(cache);
  writeFileSync(join(folder, cacheFile), cache);
}
// The bundles may have open connections, which nobody needs any more.
process.stdout.write(`\n${process.version} ${acceptance}\n`, () => process.exit(0));
