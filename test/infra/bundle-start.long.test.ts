// @module-tag engine
import { readdirSync, readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { DynamoDBClient, ScanCommand } from "@aws-sdk/client-dynamodb";
import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { bundleSite, type FunctionBundle } from "#infra/bundle/bundle-site.ts";
import { defaultProvider } from "#infra/bundle/stand-ins/credentials.ts";
import { seedDemoErp } from "#infra/erp/demo-erp.ts";
import { takeAnyCredentials } from "#infra/local/any-credentials.ts";
import { createTable } from "#infra/local/create-table.ts";
import { functionsOf } from "#infra/route-functions.ts";
import { openFunctions } from "#lib/in-process.ts";
import { openTable } from "#lib/store/client.ts";
import demo from "../../sites/demo.ts";
import { newFolder } from "../support/folder.ts";
import { onLoopback } from "../support/loopback.ts";
import { wayTo } from "../support/way-to.ts";
import { badEvents, goodEvent, startFunctions } from "./bundle-rig.ts";

const erpFile = join(newFolder(), "demo-erp.sqlite");
const TABLE_NAME = "Warehouse-bundles";
let wayToDynamoDb: Awaited<ReturnType<typeof wayTo>>;
/** The operations that DynamoDB received. Those without a name only open a connection. */
const askedTargets: (string | string[] | undefined)[] = [];

const functionGroupings = ["endpoint", "group"] as const;
/** Demo's bundles for each grouping of functions. */
const bundlesByGrouping = new Map<
  (typeof functionGroupings)[number],
  ReadonlyMap<string, FunctionBundle>
>();

beforeAll(async () => {
  wayToDynamoDb = await wayTo(inject("dynamodb"), {
    meet: ({ headers }) => {
      askedTargets.push(headers["x-amz-target"]);
      return undefined;
    },
  });
  takeAnyCredentials();
  await createTable(inject("dynamodb"), TABLE_NAME);
  seedDemoErp(erpFile, demo);
  for (const functions of functionGroupings) {
    const deployment = { functions, docs: false } as const;
    const options = { profile: resolve("sites/demo.ts"), folder: newFolder(), erpFile };
    bundlesByGrouping.set(functions, await bundleSite({ ...options, deployment }));
  }
});
afterEach(() => {
  askedTargets.length = 0;
  vi.unstubAllEnvs();
});
afterAll(() => wayToDynamoDb.stop());

const folderOf = (id: string, way: (typeof functionGroupings)[number]) =>
  bundlesByGrouping.get(way)?.get(id)?.folder ?? "";

/** Starts functions, by default on this file's table and ERP. */
const startBundle = async (
  functions: Parameters<typeof startFunctions>[0],
  more: Readonly<Record<string, string>> = {},
) => {
  const { logged, started } = await startFunctions(functions, {
    ...{ TABLE_NAME, ERP_SQLITE: erpFile, DYNAMODB_ENDPOINT: wayToDynamoDb.url },
    ...more,
  });
  const [startLines, others] = [true, false].map((isStart) =>
    logged.filter((line) => (JSON.parse(line).message === "started") === isStart),
  ) as [string[], string[]];
  return { logged: others, started, startLines };
};

describe.each(functionGroupings)("a function that starts, with functions=%s,", (functions) => {
  it("rehearses its first request without writes, counts or log lines", async () => {
    // Without the functions that serve the pages' files.
    const all = [...(bundlesByGrouping.get(functions) ?? [])].filter(([id]) => id !== "pages");
    const { logged } = await startBundle(all.map(([, bundle]) => bundle));
    expect(logged).toEqual([]);
    expect(new Set(askedTargets)).toEqual(new Set([undefined]));
    // Every function except those that use no table.
    const without =
      functions === "endpoint" ? ["unrouted", "get-attachment-categories"] : ["unrouted"];
    expect(askedTargets.length).toBeGreaterThanOrEqual(all.length - without.length);
    const client = new DynamoDBClient({ endpoint: inject("dynamodb") });
    const { Count } = await client.send(new ScanCommand({ TableName: TABLE_NAME }));
    client.destroy();
    expect(Count).toBe(0);
  });

  it("also starts where DynamoDB does not answer, or is missing", async () => {
    const silent = await onLoopback(createServer());
    const folder = folderOf(functions === "endpoint" ? "post-box" : "asks-erp", functions);
    for (const DYNAMODB_ENDPOINT of [silent.url, "http://127.0.0.1:9"])
      expect(await startBundle([{ folder }], { DYNAMODB_ENDPOINT })).toMatchObject({
        ...{ logged: [], started: [{ answers: [] }] },
      });
    silent.stop();
  });
});

describe("the endpoints of a group", () => {
  const writes = functionsOf(demo, { functions: "group" }).find(({ id }) => id === "writes");
  const events = (writes?.routes ?? []).map(({ id }) => goodEvent(id));

  it("ask the table on one connection", async () => {
    let connections = 0;
    const table = createHttpServer((request, response) => {
      request.resume();
      response.setHeader("content-type", "application/x-amz-json-1.0").end("{}");
    });
    table.on("connection", () => {
      connections += 1;
    });
    const { url: DYNAMODB_ENDPOINT, stop } = await onLoopback(table);
    await startBundle([{ folder: folderOf("writes", "group"), events }], { DYNAMODB_ENDPOINT });
    stop();
    expect([events.length > 5, connections]).toEqual([true, 1]);
  });

  it("log the version of Node once, when their function starts", async () => {
    const { startLines } = await startBundle([{ folder: folderOf("writes", "group"), events }]);
    expect(startLines.map((line) => JSON.parse(line).node)).toEqual([process.version]);
  });

  it("count their function's start once, after priming that counts nothing", async () => {
    const { logged, started } = await startBundle([
      { folder: folderOf("writes", "group"), events },
    ]);
    expect(started[0]?.answers).toHaveLength(events.length);
    const counted = logged.map((line) => JSON.parse(line).ColdStart);
    expect(counted).toEqual([1, ...events.slice(1).map(() => undefined)]);
  });
});

describe("a bundle", () => {
  it.each(functionGroupings)(
    "refuses invalid requests like the unbundled function, with functions=%s",
    async (functions) => {
      const all = functionsOf(demo, { functions }).map(({ id, routes }) => ({
        folder: folderOf(id, functions),
        requests: routes.flatMap(({ id }) => badEvents(id).map((event) => ({ id, event }))),
      }));
      const { started } = await startBundle(
        all.map(({ folder, requests }) => ({ folder, events: requests.map(({ event }) => event) })),
      );
      const table = openTable({ name: TABLE_NAME, endpoint: wayToDynamoDb.url });
      const handlers = await openFunctions(demo, { table, erpFile });
      for (const [at, { requests }] of all.entries()) {
        const unbundled = await Promise.all(
          requests.map(({ id, event }) =>
            handlers.get(id)?.(event as APIGatewayProxyEvent, {} as Context),
          ),
        );
        expect(started[at]?.answers).toMatchObject(
          unbundled.map((answer) => ({ statusCode: answer?.statusCode, body: answer?.body })),
        );
        expect(unbundled).toContainEqual(expect.objectContaining({ statusCode: 400 }));
      }
    },
  );

  it("answers the example of each endpoint without an outside module", async () => {
    const ids = functionsOf(demo, { functions: "endpoint" }).map(({ routes: [{ id }] }) => id);
    const { started } = await startBundle(
      ids.map((id) => ({ folder: folderOf(id, "endpoint"), events: [goodEvent(id)] })),
    );
    // A function that lacks a module fails, with a status of 500 or none.
    const failed = ids.filter((_, at) => !((started[at]?.answers[0]?.statusCode ?? 500) < 500));
    expect(ids.length).toBeGreaterThan(15);
    expect(failed).toEqual([]);
  });

  it("reads its ERP's file where nothing can be written", async () => {
    const own = folderOf("asks-erp", "group");
    const files = readdirSync(own);
    const ERP_SQLITE = "erp.sqlite";
    // Modes in the file's header in which SQLite needs no second file: a journal, not a write-ahead log.
    expect([...readFileSync(join(own, ERP_SQLITE)).subarray(18, 20)]).toEqual([1, 1]);
    const functions = [{ folder: own, events: [goodEvent("get-box-info")] }];
    const { started } = await startBundle(functions, { ERP_SQLITE });
    expect(JSON.parse(started[0]?.answers[0]?.body ?? "")).toMatchObject({ erp_state: "live" });
    expect(readdirSync(own)).toEqual(files);
  });

  it("has the credentials of the environment, as they are at the time", async () => {
    const credentials = defaultProvider();
    vi.stubEnv("AWS_SESSION_TOKEN", "token");
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = process.env;
    expect(await credentials()).toEqual({ accessKeyId, secretAccessKey, sessionToken: "token" });
  });
});
