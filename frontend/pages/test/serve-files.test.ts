import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { headerOf, restEvent } from "#infra/gateway-event.ts";
import { serveFilesAt } from "#infra/local/open-files.ts";
import { serveDeployedFiles } from "#lib/page/serve-files.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../../sites/demo.ts";
import signedIn from "../../../test/site/signed-in.ts";
import { newFolder } from "../../../test/support/folder.ts";

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
    const unknown = demo.errors.gateway.unknownRoute.status;
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
        if (file) expect(answer.statusCode).toBe(file === "worker" ? 200 : unknown);
      }
    expect((await get("/app/worker"))?.of("strict-transport-security")).toBe("");
  });

  test("leave every other address to the service", async () => {
    for (const target of ["/", "/apple", "/box/info"]) expect(await get(target)).toBeUndefined();
  });
});
