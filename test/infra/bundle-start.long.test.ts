import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { DynamoDBClient, ScanCommand } from "@aws-sdk/client-dynamodb";
import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { type Bundle, type BundleOptions, bundleSite, copyErp } from "#infra/bundle/bundle-site.ts";
import { cacheFile } from "#infra/bundle/compile.ts";
import { defaultProvider } from "#infra/bundle/stand-ins/credentials.ts";
import { seedDemoErp } from "#infra/erp/demo-erp.ts";
import { createTable } from "#infra/local/create-table.ts";
import { routeIds } from "#lib/endpoints/ids.ts";
import { type LambdaHandler, openFunctions } from "#lib/in-process.ts";
import { functionsOf, routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { openTable } from "#lib/store/client.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";
import { type FaultyEndpoint, startFaultyEndpoint } from "../support/faulty-endpoint.ts";
import { right, save, startFunctions, wrong } from "./bundle-rig.ts";

const folder = mkdtempSync(join(tmpdir(), "bundle-start-"));
const erp = join(folder, "demo-erp.sqlite");
const variables = {
  AWS_REGION: "local",
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local",
  TABLE_NAME: "Warehouse-bundles",
};
let endpoint: FaultyEndpoint;
let bundles: ReadonlyMap<string, Bundle>;

beforeAll(async () => {
  endpoint = await startFaultyEndpoint(inject("dynamodb"));
  Object.assign(process.env, variables);
  await createTable(inject("dynamodb"), variables.TABLE_NAME);
  seedDemoErp(erp, demo);
  bundles = await bundle({ folder });
});
afterEach(() => {
  endpoint.seen.clear();
  vi.unstubAllEnvs();
});
afterAll(async () => {
  await endpoint.stop();
  rmSync(folder, { recursive: true });
});

/** Bundles demo into a folder of its own, with the code caches of this Node, if nothing else is said. */
const bundle = (more: Partial<BundleOptions> = {}) =>
  bundleSite({
    profile: resolve("sites/demo.ts"),
    folder: mkdtempSync(join(folder, "bundles-")),
    erpFile: erp,
    codeCacheNode: process.execPath,
    ...more,
  });

const folderOf = (id: string) => bundles.get(id)?.folder ?? "";

/** The bundles that load as they are; the files of pages come after. */
const loadable = (all = bundles) =>
  [...all].flatMap(([id, bundle]) => (id === "pages" ? [] : [bundle]));

/** Starts functions as on Lambda, if nothing else is said. */
const start = (
  functions: Parameters<typeof startFunctions>[0],
  more: Readonly<Record<string, string>> = {},
) =>
  startFunctions(functions, {
    ...variables,
    ERP_SQLITE: erp,
    DYNAMODB_ENDPOINT: endpoint.url,
    AWS_LAMBDA_FUNCTION_NAME: "test",
    ...more,
  });

const copyOf = (id: string): string => {
  const copy = mkdtempSync(join(folder, "copy-"));
  cpSync(folderOf(id), copy, { recursive: true });
  return copy;
};

const scan = async () => {
  const client = new DynamoDBClient({ endpoint: inject("dynamodb") });
  const { Items } = await client.send(new ScanCommand({ TableName: variables.TABLE_NAME }));
  client.destroy();
  return Items ?? [];
};

describe("a function that starts", () => {
  it("walks the path of its first request and writes, counts and logs nothing; DynamoDB is asked for a sign of life only", async () => {
    const { logged } = await start(loadable());
    expect(logged).toEqual([]);
    expect([...endpoint.seen.keys()]).toEqual([""]);
    expect(endpoint.seen.get("")).toBeGreaterThanOrEqual(routeIds.length - 1);
    expect(await scan()).toEqual([]);
  });

  it("away from Lambda asks DynamoDB nothing", async () => {
    await start(loadable(), { AWS_LAMBDA_FUNCTION_NAME: "" });
    expect([...endpoint.seen]).toEqual([]);
  });

  it("does not wait long for a DynamoDB that does not answer, nor fail where there is none", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    for (const DYNAMODB_ENDPOINT of [`http://127.0.0.1:${port}`, "http://127.0.0.1:9"]) {
      const functions = [{ folder: folderOf("post-box") }];
      const { logged, started } = await start(functions, { DYNAMODB_ENDPOINT });
      expect(logged).toEqual([]);
      expect(started[0]?.load).toBeLessThan(1_000);
    }
    silent.close();
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
    const copy = copyOf("post-box");
    const cache = readFileSync(join(copy, cacheFile));
    // The hash of V8's version, behind a magic number.
    cache.writeUInt8(cache.readUInt8(4) ^ 1, 4);
    writeFileSync(join(copy, cacheFile), cache);
    const { logged, started } = await start([{ folder: copy, events: [save("BX9002")] }], {
      SERVICE_NAME: "demo",
    });
    expect(JSON.parse(logged[0] ?? "")).toEqual({
      level: "WARN",
      message: "codeCacheRejected",
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      service: "demo",
      node: process.version,
    });
    expect(started[0]?.answers[0]?.statusCode).toBeLessThan(500);
  });

  it("is not missed when none was made", async () => {
    const copy = copyOf("post-box");
    rmSync(join(copy, cacheFile));
    const { logged, started } = await start([{ folder: copy, events: [save("BX9003")] }]);
    expect(logged.filter((line) => line.includes("codeCache"))).toEqual([]);
    expect(started[0]?.answers).toMatchObject([{ statusCode: 201 }]);
  });

  it("does not change the name of its function's asset, unless a Node with other flags made it", async () => {
    const namesOf = (all: typeof bundles) => loadable(all).map(({ assetHash }) => assetHash);
    const names = namesOf(bundles);
    expect(new Set(names).size).toBe(bundles.size - 1);
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{64}$/);
    expect(namesOf(await bundle())).toEqual(names);
    const codeCacheNode = join(folder, "node");
    const otherFlags = `#!/bin/sh\nexec ${process.execPath} --no-opt "$@"\n`;
    writeFileSync(codeCacheNode, otherFlags, { mode: 0o755 });
    const others = namesOf(await bundle({ codeCacheNode }));
    expect(others.filter((name) => names.includes(name))).toEqual([]);
  });

  it("is made by the Node of AWS's image for Arm, where Docker runs it; else there is none, and a line says why", async () => {
    const own = mkdtempSync(join(folder, "docker-"));
    vi.stubEnv("PATH", `${own}:${process.env.PATH}`);
    const log = vi.spyOn(console, "error").mockReturnValue();
    const isMadeBy = async (docker: string) => {
      writeFileSync(join(own, "docker"), `#!/bin/sh\n${docker}\n`, { mode: 0o755 });
      const made = await bundle({ codeCacheNode: "docker" });
      return existsSync(join(made.get("post-box")?.folder ?? "", cacheFile));
    };
    const image = "public.ecr.aws/lambda/nodejs:24";
    const asImage = `printf '%s\\n' "$@" > ${own}/asked
      while [ "$1" != ${image} ]; do shift; done; shift; exec ${process.execPath} "$@"`;
    expect(await isMadeBy(asImage)).toBe(true);
    expect(readFileSync(join(own, "asked"), "utf8")).toContain("--platform\nlinux/arm64\n");
    expect(log).not.toHaveBeenCalled();
    expect(await isMadeBy("echo 'Cannot connect to the Docker daemon.' >&2; exit 1")).toBe(false);
    expect(log.mock.calls).toEqual([
      ["No code caches are made with docker: Cannot connect to the Docker daemon."],
    ]);
    log.mockRestore();
  });

  it("cannot be made by a Node that is none, which is said", () =>
    expect(bundle({ codeCacheNode: "/dev/null" })).rejects.toThrow(
      "No code caches are made with /dev/null",
    ));
});

describe("a bundle", () => {
  /** Sends each route's invalid requests to its bundled function, and to the one that is not bundled. */
  const expectAlike = async (site: Site, all: typeof bundles, erpFile: string) => {
    const asked = functionsOf(site).flatMap(({ id, routes }) =>
      routes.map((route) => ({
        id: route.id,
        folder: all.get(id)?.folder ?? "",
        events: wrong(route.id, site),
      })),
    );
    const { started } = await start(asked, { ERP_SQLITE: erpFile });
    const table = openTable({ name: variables.TABLE_NAME, endpoint: endpoint.url });
    const handlers = await openFunctions(site, { table, erpFile });
    for (const [at, { id, events }] of asked.entries()) {
      const handler = handlers.get(id) as LambdaHandler;
      const unbundled = await Promise.all(
        events.map(async (event) => {
          const { statusCode, body } = await handler(event as APIGatewayProxyEvent, {} as Context);
          return { statusCode, body };
        }),
      );
      expect(started[at]?.answers, id).toMatchObject(unbundled);
      const { status } = site.errors.product.invalidField;
      expect(unbundled, id).toContainEqual(expect.objectContaining({ statusCode: status }));
    }
    expect(asked.map(({ id }) => id).toSorted()).toEqual(
      routesOf(site)
        .map(({ id }) => id)
        .toSorted(),
    );
  };

  it("refuses invalid requests in the very words in which the function does that is not bundled", () =>
    expectAlike(demo, bundles, erp));

  it("of several routes hands each request to its own route, and to no other", async () => {
    const erpFile = join(folder, "odd.sqlite");
    seedDemoErp(erpFile, odd);
    const grouped = await bundle({ profile: resolve("test/site/odd.ts"), erpFile });
    await expectAlike(odd, grouped, erpFile);
    const reads = { folder: grouped.get("reads")?.folder ?? "" };
    const ids = ["get-attachment-categories", "get-attachment-status"] as const;
    const events = [...ids, "post-box" as const].map((id) => right(id, odd));
    const { logged, started } = await start([{ ...reads, events }]);
    expect(started[0]?.answers).toMatchObject([
      ...ids.map((id) => ({ statusCode: odd.success[id] })),
      { thrown: expect.any(String) },
    ]);
    expect(logged).toEqual([]);
  });

  it("reads its ERP's file where nothing can be written", async () => {
    const own = folderOf("get-box-info");
    const files = readdirSync(own);
    // Modes of the header in which SQLite needs no file beside this one: a journal, no write-ahead log.
    expect([...readFileSync(join(own, "erp.sqlite")).subarray(18, 20)]).toEqual([1, 1]);
    const { started } = await start([{ folder: own, events: [right("get-box-info")] }], {
      ERP_SQLITE: join(own, "erp.sqlite"),
    });
    expect(JSON.parse(started[0]?.answers[0]?.body ?? "")).toMatchObject({ erp_state: "live" });
    expect(readdirSync(own)).toEqual(files);
  });

  it("has its ERP's file where the ERP is asked, the same bytes whenever it is seeded", async () => {
    const holders = [...bundles.values()].filter(({ folder }) =>
      readdirSync(folder).includes("erp.sqlite"),
    );
    expect(holders.map(({ folder }) => basename(folder))).toEqual(
      functionsOf(demo).flatMap(({ id, access }) => (access.erp ? [id] : [])),
    );
    const [again, copy] = [join(folder, "again.sqlite"), join(folder, "copy.sqlite")];
    seedDemoErp(again, demo);
    copyErp(again, copy);
    for (const { folder } of holders)
      expect(readFileSync(join(folder, "erp.sqlite")).equals(readFileSync(copy))).toBe(true);
  });
});

it("a bundle's credentials are those of the environment, as they are at the time", async () => {
  const credentials = defaultProvider();
  vi.stubEnv("AWS_SESSION_TOKEN", undefined);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "id");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
  const pair = { accessKeyId: "id", secretAccessKey: "secret" };
  expect(await credentials()).toEqual(pair);
  vi.stubEnv("AWS_SESSION_TOKEN", "token");
  expect(await credentials()).toEqual({ ...pair, sessionToken: "token" });
  vi.stubEnv("AWS_ACCESS_KEY_ID", undefined);
  await expect(credentials()).rejects.toThrow(
    "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not",
  );
});
