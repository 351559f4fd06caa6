// @module-tag engine
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { DynamoDBClient, ScanCommand } from "@aws-sdk/client-dynamodb";
import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { type Bundle, bundleSite } from "#infra/bundle/bundle-site.ts";
import { cacheFile } from "#infra/bundle/compile.ts";
import { defaultProvider } from "#infra/bundle/stand-ins/credentials.ts";
import { seedDemoErp } from "#infra/erp/demo-erp.ts";
import { takeAnyCredentials } from "#infra/local/any-credentials.ts";
import { createTable } from "#infra/local/create-table.ts";
import { routeIds } from "#lib/endpoints/ids.ts";
import { openFunctions } from "#lib/in-process.ts";
import { openTable } from "#lib/store/client.ts";
import demo from "../../sites/demo.ts";
import { newFolder } from "../support/folder.ts";
import { onLoopback } from "../support/loopback.ts";
import { wayTo } from "../support/way-to.ts";
import { right, save, startFunctions, wrong } from "./bundle-rig.ts";

const erpFile = join(newFolder(), "demo-erp.sqlite");
const TABLE_NAME = "Warehouse-bundles";
let endpoint: Awaited<ReturnType<typeof wayTo>>;
/** The operations that DynamoDB was asked for; those without a name are signs of life. */
const asked: (string | string[] | undefined)[] = [];
let bundles: ReadonlyMap<string, Bundle>;

/** A site, into a folder of its own; odd has few functions. */
const bundle = (codeCacheNode = process.execPath, site = "test/site/odd.ts") =>
  bundleSite({ profile: resolve(site), folder: newFolder(), erpFile, codeCacheNode });

beforeAll(async () => {
  endpoint = await wayTo(inject("dynamodb"), {
    meet: ({ headers }) => {
      asked.push(headers["x-amz-target"]);
      return undefined;
    },
  });
  takeAnyCredentials();
  await createTable(inject("dynamodb"), TABLE_NAME);
  seedDemoErp(erpFile, demo);
  bundles = await bundle(process.execPath, "sites/demo.ts");
});
afterEach(() => {
  asked.length = 0;
  vi.unstubAllEnvs();
});
afterAll(() => endpoint.stop());

const folderOf = (id: string, all = bundles) => all.get(id)?.folder ?? "";

/** The bundles that load as they are; the files of pages come after. */
const loadable = (all = bundles) =>
  [...all].flatMap(([id, bundle]) => (id === "pages" ? [] : [bundle]));

/** Starts functions on the table and the ERP of this file, if nothing else is said. */
const start = (
  functions: Parameters<typeof startFunctions>[0],
  more: Readonly<Record<string, string>> = {},
) =>
  startFunctions(functions, {
    ...{ TABLE_NAME, ERP_SQLITE: erpFile, DYNAMODB_ENDPOINT: endpoint.url },
    ...more,
  });

describe("a function that starts", () => {
  it("walks the path of its first request, and writes, counts and logs nothing", async () => {
    const { logged } = await start(loadable());
    expect(logged).toEqual([]);
    expect(new Set(asked)).toEqual(new Set([undefined]));
    expect(asked.length).toBeGreaterThanOrEqual(routeIds.length - 1);
    const client = new DynamoDBClient({ endpoint: inject("dynamodb") });
    const { Count } = await client.send(new ScanCommand({ TableName: TABLE_NAME }));
    client.destroy();
    expect(Count).toBe(0);
  });

  it("starts all the same where DynamoDB does not answer, or is not there", async () => {
    const silent = await onLoopback(createServer());
    for (const DYNAMODB_ENDPOINT of [silent.url, "http://127.0.0.1:9"])
      expect(await start([{ folder: folderOf("post-box") }], { DYNAMODB_ENDPOINT })).toEqual({
        ...{ logged: [], started: [{ answers: [] }] },
      });
    silent.stop();
  });
});

describe("a bundle's code cache", () => {
  it("is used when this Node made it", async () => {
    const { logged, started } = await start([
      { folder: folderOf("post-box"), events: [save("BX9001")] },
    ]);
    expect(started[0]?.answers).toMatchObject([{ statusCode: 201 }]);
    // The one line is the metric of this request: priming counted nothing.
    expect(logged.map((line) => JSON.parse(line).Accepted)).toEqual([1]);
    expect(readFileSync(join(folderOf("post-box"), cacheFile)).length).toBeGreaterThan(100_000);
  });

  it("is left aside when another V8 made it, which one line of the log says", async () => {
    const copy = newFolder();
    cpSync(folderOf("post-box"), copy, { recursive: true });
    const cache = readFileSync(join(copy, cacheFile));
    // The hash of V8's version, behind a magic number.
    cache.writeUInt8(cache.readUInt8(4) ^ 1, 4);
    writeFileSync(join(copy, cacheFile), cache);
    const { logged, started } = await start([{ folder: copy, events: [save("BX9002")] }], {
      SERVICE_NAME: "demo",
    });
    expect(JSON.parse(logged[0] ?? "")).toMatchObject({
      ...{ level: "WARN", message: "codeCacheRejected", service: "demo", node: process.version },
    });
    expect(started[0]?.answers[0]?.statusCode).toBeLessThan(500);
  });

  it("is made in AWS's image for Arm, and changes its asset's name only with the flags of Node; without Docker there is none, and a line says why", async () => {
    const namesOf = (all: typeof bundles) =>
      loadable(all).flatMap(({ assetHash = [] }) => assetHash);
    expect(new Set(namesOf(bundles)).size).toBe(bundles.size - 1);
    const own = newFolder();
    vi.stubEnv("PATH", `${own}:${process.env.PATH}`);
    const log = vi.spyOn(console, "error").mockReturnValue();
    const madeBy = async (docker: string) => {
      writeFileSync(join(own, "docker"), `#!/bin/sh\n${docker}\n`, { mode: 0o755 });
      return namesOf(await bundle("docker"));
    };
    const image = "public.ecr.aws/lambda/nodejs:24";
    const inImage = (flags = "") => `printf '%s\\n' "$@" > ${own}/asked
      while [ "$1" != ${image} ]; do shift; done; shift; exec ${process.execPath} ${flags} "$@"`;
    const names = namesOf(await bundle());
    expect(await madeBy(inImage())).toEqual(names);
    expect(readFileSync(join(own, "asked"), "utf8")).toContain("--platform\nlinux/arm64\n");
    const others = await madeBy(inImage("--no-opt"));
    expect([others.length, others.filter((name) => names.includes(name))]).toEqual([
      names.length,
      [],
    ]);
    expect(log).not.toHaveBeenCalled();
    const none = "Cannot connect to the Docker daemon.";
    expect(await madeBy(`echo '${none}' >&2; exit 1`)).toEqual([]);
    expect(log.mock.calls).toEqual([[`No code caches are made with docker: ${none}`]]);
    log.mockRestore();
  });
});

describe("a bundle", () => {
  it("refuses invalid requests in the same words as the function that is not bundled", async () => {
    const all = routeIds.map((id) => ({ id, folder: folderOf(id), events: wrong(id) }));
    const { started } = await start(all);
    const table = openTable({ name: TABLE_NAME, endpoint: endpoint.url });
    const handlers = await openFunctions(demo, { table, erpFile });
    for (const [at, { id, events }] of all.entries()) {
      const unbundled = await Promise.all(
        events.map((event) => handlers.get(id)?.(event as APIGatewayProxyEvent, {} as Context)),
      );
      expect(started[at]?.answers, id).toMatchObject(
        unbundled.map((answer) => ({ statusCode: answer?.statusCode, body: answer?.body })),
      );
      expect(unbundled, id).toContainEqual(expect.objectContaining({ statusCode: 400 }));
    }
  });

  it("reads its ERP's file where nothing can be written", async () => {
    const own = folderOf("get-box-info");
    const files = readdirSync(own);
    const ERP_SQLITE = join(own, "erp.sqlite");
    // Modes of the header in which SQLite needs no file beside this one: a journal, no write-ahead log.
    expect([...readFileSync(ERP_SQLITE).subarray(18, 20)]).toEqual([1, 1]);
    const functions = [{ folder: own, events: [right("get-box-info")] }];
    const { started } = await start(functions, { ERP_SQLITE });
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
