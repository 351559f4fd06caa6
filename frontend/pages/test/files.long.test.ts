import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { docsFiles } from "#infra/bundle/docs-files.ts";
import { headerOf, restEvent } from "#infra/gateway-event.ts";
import { serveFilesAt } from "#infra/local/open-files.ts";
import { serveDeployedFiles } from "#lib/page/serve-files.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../../sites/demo.ts";
import { demoWith } from "../../../test/site/demo-with.ts";
import odd from "../../../test/site/odd.ts";
import signedIn from "../../../test/site/signed-in.ts";
import { newFolder } from "../../../test/support/folder.ts";
import { buildPageFiles } from "../build/pages.ts";

const wasmContent = Buffer.from([0, 97, 115, 109, 1, 0, 0, 0, 255]);
const files = new Map([
  ["reader.0A1B2C3D.wasm", wasmContent],
  ["worker", Buffer.from("<title>Größe</title>")],
  ["board", Buffer.from("<title>b</title>")],
  ["worker.0A1B2C3D.js", Buffer.from("1;")],
  ["sw.js", Buffer.from("2;")],
]);
/** Requests a file through the local stage, which decodes binary content as API Gateway does. */
const get = async (target: string, accept = "*/*", site: Site = demo) => {
  const local = serveFilesAt("/app", "pages", (name) => files.get(name), site);
  const answer = await local({
    ...{ method: "GET", prefix: "/staging", target, httpVersion: "1.1", sourceIp: "" },
    rawHeaders: ["Accept", accept],
  });
  return answer && { ...answer, of: (name: string) => headerOf(answer.headers, name) ?? "" };
};

describe("the files of the pages", () => {
  test("redirect their path to the worker's page, below any prefix", async () => {
    const answer = await get("/app");
    expect([answer?.status, answer?.of("location")]).toEqual([302, "/staging/app/worker"]);
  });

  const wasmBase64 = wasmContent.toString("base64");
  test.each([
    ["application/wasm, */*", wasmContent],
    ["*/*", wasmBase64],
    ["text/html, application/wasm", wasmBase64],
  ])(
    "send WebAssembly in base64 unless it is the first accepted type: %j",
    async (accept, body) => {
      expect(await get("/app/reader.0A1B2C3D.wasm", accept)).toMatchObject({ status: 200, body });
    },
  );

  test.each(["application/wasm, */*", "*/*", "text/html, application/wasm"])(
    "send a page as text: %j",
    async (accept) => {
      const body = "<title>Größe</title>";
      expect(await get("/app/worker", accept)).toMatchObject({ status: 200, body });
    },
  );

  test("are cached for ever only if their name has a hash", async () => {
    for (const name of files.keys()) {
      const kept = name.includes("0A1B2C3D") ? expect.stringContaining("immutable") : "no-cache";
      expect((await get(`/app/${name}`))?.of("cache-control")).toEqual(kept);
    }
  });

  test("have a strict policy", async () => {
    for (const name of files.keys()) {
      const answer = await get(`/app/${name}`);
      const policy = answer?.of("content-security-policy") ?? "";
      for (const rule of [
        "default-src 'none'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ])
        expect(policy).toContain(rule);
      expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
      expect(policy.includes("'wasm-unsafe-eval'")).toBe(name === "worker");
      expect(answer?.of("x-content-type-options")).toBe("nosniff");
      expect(answer?.of("referrer-policy")).toBe("no-referrer");
    }
    expect((await get("/app/reader.0A1B2C3D.wasm"))?.of("content-type")).toBe("application/wasm");
  });

  test("may connect to the issuer of tokens if the site has one", async () => {
    const answer = await get("/app/board", "*/*", signedIn);
    expect(answer?.of("content-security-policy")).toContain(
      "connect-src 'self' https://id.example.org/token;",
    );
  });

  test.each(["../bundle.cjs", "constructor", "WORKER"])(
    "have no file at %j, which is answered as an unknown address",
    async (name) => {
      const answer = await get(`/app/${name}`);
      expect(answer?.status).toBe(demo.errors.gateway.unknownRoute.status);
      expect(Object.keys(JSON.parse(String(answer?.body))).toSorted()).toEqual([
        "domain",
        "error_code",
        "message",
      ]);
    },
  );

  test("have Strict-Transport-Security when they are deployed, and not on a laptop", async () => {
    const folder = newFolder();
    mkdirSync(join(folder, "pages"));
    writeFileSync(join(folder, "pages", "worker"), "");
    for (const shelf of ["pages", "docs"] as const)
      for (const file of [undefined, "worker", "nothing"]) {
        const received = { method: "GET", target: "/app", httpVersion: "1.1", sourceIp: "" };
        const event = restEvent(
          { ...received, rawHeaders: [], body: Buffer.alloc(0) },
          "/app",
          "1",
        );
        const answer = await serveDeployedFiles(shelf)({ site: demo, folder })({
          ...event,
          pathParameters: file === undefined ? null : { file },
        });
        expect(answer.headers?.["strict-transport-security"]).toBe("max-age=31536000");
      }
    expect((await get("/app/worker"))?.of("strict-transport-security")).toBe("");
  });

  test("leave every other address to the service", async () => {
    for (const target of ["/", "/apple", "/box/info"]) expect(await get(target)).toBeUndefined();
  });
});

describe.each([demo, odd])("the files of the pages of $name", (site) => {
  test("reference only files of this build, and no other host", async () => {
    const made = await buildPageFiles(site);
    for (const page of ["worker", "board"]) {
      const html = String(made.get(page));
      expect(html).toContain(`lang="${site.pages ? site.pages.words[0].lang : ""}"`);
      expect(html).not.toMatch(/<script(?![^>]* src=)|<style|style=|https?:/);
      for (const [, name = ""] of html.matchAll(/(?:href|src)="([^"]+)"/g))
        expect([...made.keys()]).toContain(name);
    }
    expect(String(made.get("worker"))).not.toContain("api-key");
  });

  test("hold the local stage's key, which changes the service worker's version", async () => {
    const [without, within] = [await buildPageFiles(site), await buildPageFiles(site, "a&b")];
    expect(String(within.get("worker"))).toContain('<meta name="api-key" content="a&#38;b">');
    expect(within.get("sw.js")).not.toEqual(without.get("sw.js"));
    expect(await buildPageFiles(site)).toEqual(without);
  });
});

const noIdentifiers = { "scan.boxNo": [], "scan.zongpai": [], "scan.location": [] };

// The table of GS1 identifiers is a part of it where a label may have one.
test.each([
  ["demo", demo, 43_000],
  ["odd", odd, 43_000],
  ["demo without GS1 identifiers", demoWith(noIdentifiers), 41_000],
])("the first script of the worker's page of %s is small when zipped", async (_, site, most) => {
  const made = await buildPageFiles(site);
  const scripts = String(made.get("worker")).match(/\w+\.\w{8}\.js/g) ?? [];
  const zipped = [...new Set(scripts)].map((name) => gzipSync(made.get(name) ?? "").length);
  expect(zipped.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(most);
});

test("only a site whose labels have GS1 identifiers loads the table of them", async () => {
  const hasTable = async (site: Site) =>
    [...(await buildPageFiles(site)).values()].some((file) => file.includes("N13cX..17?"));
  expect([await hasTable(demo), await hasTable(demoWith(noIdentifiers))]).toEqual([true, false]);
});

test("the module for tokens is loaded on demand and kept for offline", async () => {
  const made = await buildPageFiles(signedIn);
  const [name = "none"] = [...made.keys()].filter((one) => one.startsWith("tokens."));
  expect(String(made.get("worker"))).not.toContain(name);
  expect(String(made.get("sw.js"))).toContain(name);
});

test("a site without tokens has no module for them", async () => {
  const made = await buildPageFiles(demo);
  expect([...made.keys()].filter((one) => one.startsWith("tokens."))).toEqual([]);
});

test("the parser of a refusal's values is loaded on demand and kept for offline", async () => {
  const made = await buildPageFiles(demo);
  const [name = "none"] = [...made.keys()].filter((one) => one.startsWith("refusal-parser."));
  expect(String(made.get("worker"))).not.toContain(name);
  expect(String(made.get("sw.js"))).toContain(name);
});

test("a site without the values of refusals has no parser for them", async () => {
  const made = await buildPageFiles(odd);
  expect([...made.keys()].filter((one) => one.startsWith("refusal-parser."))).toEqual([]);
});

test("a site without pages has no files for them", async () => {
  expect(await buildPageFiles({ ...demo, pages: false })).toEqual(new Map());
});

test("the API description names the stage that serves it, below any path", async () => {
  const path = `${odd.basePath}/hilfe/schnittstelle`;
  const { servers } = JSON.parse(String(await docsFiles(odd, path).get("openapi.json")?.()));
  const address = new URL(`${servers[0].url}/`, `https://x.example/live${path}/openapi.json`);
  expect(address.href).toBe("https://x.example/live/");
});
