import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { json } from "node:stream/consumers";
import { describe, expect, inject, it, vi } from "vitest";
import { bundleSite } from "#infra/bundle/bundle-site.ts";
import { createTable } from "#infra/local/create-table.ts";
import { spawnBound } from "#infra/local/spawn-bound.ts";

/**
 * AWS's own Node client of the Lambda runtime API. It is no dependency, since its native part takes minutes to build: AWS_LAMBDA_RIC
 * names the folder of the package where it was installed, else it is looked for beside the other packages.
 */
const ric = join(resolve(process.env.AWS_LAMBDA_RIC ?? "node_modules/aws-lambda-ric"), "index.mjs");

const keys = {
  AWS_REGION: "us-east-1",
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local",
};

/** What the client wants to know of the function. */
const about = {
  _HANDLER: "index.handler",
  AWS_LAMBDA_FUNCTION_NAME: "post-trace-location",
  AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "512",
  AWS_LAMBDA_LOG_GROUP_NAME: "log",
  AWS_LAMBDA_LOG_STREAM_NAME: "log",
};

type Told = { readonly path: string; readonly answer: unknown };

/** Stands in for Lambda: hands out the events one after the other and collects what is told of them. */
const runtimeApi = async (events: readonly unknown[]) => {
  const told: Told[] = [];
  const all = Promise.withResolvers<Told[]>();
  let given = 0;
  const server = createServer(async (request, response) => {
    const path = request.url?.replace("/2018-06-01/runtime/", "") ?? "";
    if (path !== "invocation/next") {
      told.push({ path, answer: await json(request) });
      response.writeHead(202).end("{}");
      if (told.length === events.length || path.endsWith("error")) all.resolve(told);
    } else if (given < events.length) {
      given += 1;
      // Without its content type the client's native part reads from nowhere.
      response.setHeader("content-type", "application/json");
      response.setHeader("lambda-runtime-aws-request-id", String(given));
      response.setHeader("lambda-runtime-deadline-ms", String(Date.now() + 10_000));
      response.setHeader(
        "lambda-runtime-invoked-function-arn",
        "arn:aws:lambda:us-east-1:123456789012:function:post-trace-location",
      );
      response.end(JSON.stringify(events[given - 1]));
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const stop = () => server.close().closeAllConnections();
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, all: all.promise, stop };
};

const event = (body: object) => ({
  httpMethod: "POST",
  path: "/trace/location",
  headers: { "Content-Type": "application/json" },
  multiValueHeaders: { "Content-Type": ["application/json"] },
  queryStringParameters: null,
  multiValueQueryStringParameters: null,
  requestContext: { identity: {} },
  body: JSON.stringify(body),
  isBase64Encoded: false,
});

describe("a bundle, run by Lambda's own runtime client", () => {
  it.skipIf(!existsSync(ric))("answers events of the gateway", async () => {
    // For the table that this test makes itself.
    for (const [name, value] of Object.entries(keys)) vi.stubEnv(name, value);
    const TABLE_NAME = `Warehouse-ric-${Date.now()}`;
    const folder = mkdtempSync(join(tmpdir(), "warehouse-ric-"));
    const [bundles] = await Promise.all([
      bundleSite({ profile: resolve("sites/demo.ts"), folder }),
      createTable(inject("dynamodb"), TABLE_NAME),
    ]);
    const task = bundles.get("post-trace-location")?.folder ?? "";
    const lambda = await runtimeApi([
      event({ zongpai: "PO4-1", location: "L1-A-3" }),
      event({ zongpai: "PO4-1" }),
    ]);
    const child = spawnBound(process.execPath, [ric], {
      cwd: task,
      env: {
        ...keys,
        ...about,
        ...{
          PATH: process.env.PATH,
          AWS_LAMBDA_RUNTIME_API: lambda.address,
          LAMBDA_TASK_ROOT: task,
        },
        ...{ DYNAMODB_ENDPOINT: inject("dynamodb"), TABLE_NAME },
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        said += chunk;
      });
    const ended = once(child, "close");
    try {
      const answered = await Promise.race([
        lambda.all,
        ended.then(([code]) => `the runtime client ended with ${code}: ${said}`),
      ]);
      expect(answered).toMatchObject([
        {
          path: "invocation/1/response",
          answer: { statusCode: 200, body: expect.stringContaining("L1-A-3") },
        },
        {
          path: "invocation/2/response",
          answer: { statusCode: 400, body: expect.stringContaining("INVALID_FIELD") },
        },
      ]);
    } finally {
      child.kill();
      await ended;
      lambda.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
