import { gzipSync } from "node:zlib";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { describe, expect, test } from "vitest";
import { docsFiles } from "#infra/bundle/docs-files.ts";
import { servedAt } from "#infra/local/open-files.ts";
import { serveFiles } from "#lib/page/serve.ts";
import { pageFiles } from "../../pages/build/pages.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";
import signedIn from "../site/signed-in.ts";

const wasm = Buffer.from([0, 97, 115, 109, 1, 0, 0, 0, 255]);
const files = new Map([
  ["reader.0A1B2C3D.wasm", wasm],
  ["worker", Buffer.from("<title>Größe</title>")],
  ["board", Buffer.from("<title>b</title>")],
  ["worker.0A1B2C3D.js", Buffer.from("1;")],
  ["sw.js", Buffer.from("2;")],
]);
const serve = serveFiles("pages", (name) => files.get(name), demo);
const get = (file?: string) =>
  serve({
    pathParameters: file === undefined ? null : { file },
    requestContext: { path: "/staging/app" },
  } as unknown as APIGatewayProxyEvent);
const headerOf = async (file: string, name: string) => String((await get(file)).headers?.[name]);

describe("the function of the pages", () => {
  test("leads from their path to the worker's, whatever is before it", async () => {
    expect(await get()).toMatchObject({
      statusCode: 302,
      headers: { location: "/staging/app/worker" },
    });
  });

  test("sends text as text, and what is none in base64", async () => {
    expect(await get("worker")).toMatchObject({
      statusCode: 200,
      body: "<title>Größe</title>",
      isBase64Encoded: false,
    });
    expect(await get("reader.0A1B2C3D.wasm")).toMatchObject({
      headers: { "content-type": "application/wasm" },
      body: wasm.toString("base64"),
      isBase64Encoded: true,
    });
  });

  test("lets a browser keep for ever what has a hash in its name, and nothing else", async () => {
    for (const name of ["worker.0A1B2C3D.js", "reader.0A1B2C3D.wasm"])
      expect(await headerOf(name, "cache-control")).toContain("immutable");
    for (const name of ["worker", "sw.js"])
      expect(await headerOf(name, "cache-control")).toBe("no-cache");
  });

  test("forbids everything but the page's own origin, and WebAssembly on the page without a camera", async () => {
    for (const name of files.keys()) {
      const policy = await headerOf(name, "content-security-policy");
      for (const rule of [
        "default-src 'none'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ])
        expect(policy).toContain(rule);
      expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
      expect(policy.includes("'wasm-unsafe-eval'")).toBe(name === "worker");
      expect(await headerOf(name, "x-content-type-options")).toBe("nosniff");
    }
  });

  test("lets the pages of a site with tokens ask where persons sign in for one, and nobody else", async () => {
    const { headers } = await serveFiles(
      "pages",
      (name) => files.get(name),
      signedIn,
    )({
      pathParameters: { file: "board" },
    } as unknown as APIGatewayProxyEvent);
    expect(headers?.["content-security-policy"]).toContain(
      "connect-src 'self' https://id.example.org/token;",
    );
  });

  test.each(["../bundle.cjs", "constructor", "WORKER", ""])(
    "answers %j as an unknown address",
    async (name) => {
      const { statusCode, body } = await get(name);
      expect(statusCode).toBe(demo.errors.gateway.unknownRoute.status);
      expect(Object.keys(JSON.parse(body)).toSorted()).toEqual(["domain", "error_code", "message"]);
    },
  );
});

describe("the local stage, as API Gateway does,", () => {
  const local = servedAt("/app", "pages", (name) => files.get(name), demo);
  const asked = (name: string, ...rawHeaders: string[]) =>
    local({ method: "GET", target: `/app/${name}`, httpVersion: "1.1", rawHeaders, sourceIp: "" });

  test.each([
    ["application/wasm, */*", wasm],
    ["*/*", wasm.toString("base64")],
    ["text/html, application/wasm", wasm.toString("base64")],
  ])("looks at the first type that %j accepts", async (accept, body) => {
    expect((await asked("reader.0A1B2C3D.wasm", "Accept", accept))?.body).toEqual(body);
  });

  test("leaves every other address to the service", async () => {
    for (const target of ["/", "/apple", "/box/info"])
      expect(
        await local({ method: "GET", target, httpVersion: "1.1", rawHeaders: [], sourceIp: "" }),
      ).toBeUndefined();
  });
});

describe.each([demo, odd])("the files of the pages of $name", (site) => {
  test("are of this build alone: no page asks for a file that is not there, nothing is inline, and no other host is named", async () => {
    const made = await pageFiles(site);
    for (const page of ["worker", "board"]) {
      const html = made.get(page)?.toString() ?? "";
      expect(html).toContain(`lang="${site.pages ? site.pages.words[0].lang : ""}"`);
      expect(html).not.toMatch(/<script(?![^>]* src=)|<style|style=|https?:/);
      for (const [, name = ""] of html.matchAll(/(?:href|src)="([^"]+)"/g))
        expect([...made.keys()]).toContain(name);
    }
    expect(made.get("worker")?.toString()).not.toContain("api-key");
  });

  test("have at most 36 kB of script zipped on the worker's page", async () => {
    const made = await pageFiles(site);
    const scripts =
      made
        .get("worker")
        ?.toString()
        .match(/\w+\.\w{8}\.js/g) ?? [];
    const zipped = [...new Set(scripts)].map((name) => gzipSync(made.get(name) ?? "").length);
    expect(zipped.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(36_000);
  });

  test("have the key that the local stage gives, and another version of the service worker with it", async () => {
    const [without, within] = [await pageFiles(site), await pageFiles(site, "a&b")];
    expect(within.get("worker")?.toString()).toContain('<meta name="api-key" content="a&#38;b">');
    expect(within.get("sw.js")).not.toEqual(without.get("sw.js"));
    expect(await pageFiles(site)).toEqual(without);
  });
});

test("what signs in by tokens is loaded on demand, kept for when there is no network, and on no other site", async () => {
  const [made, others] = [await pageFiles(signedIn), await pageFiles(demo)];
  const [name = "none"] = [...made.keys()].filter((one) => one.startsWith("tokens."));
  expect(made.get("worker")?.toString()).not.toContain(name);
  expect(made.get("sw.js")?.toString()).toContain(name);
  expect([...others.keys()].filter((one) => one.startsWith("tokens."))).toEqual([]);
});

test("a site without pages has no files for them", async () => {
  expect(await pageFiles({ ...demo, pages: false })).toEqual(new Map());
});

test("the description of the API leads to the stage that serves it, however long the path of its page is", async () => {
  const path = `${odd.basePath}/hilfe/schnittstelle`;
  const { servers } = JSON.parse(String(await docsFiles(odd, path).get("openapi.json")?.()));
  const address = new URL(`${servers[0].url}/`, `https://x.example/live${path}/openapi.json`);
  expect(address.href).toBe("https://x.example/live/");
});
