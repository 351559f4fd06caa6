import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { docsFiles } from "#infra/bundle/docs-files.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../../sites/demo.ts";
import { demoWith } from "../../../test/site/demo-with.ts";
import odd from "../../../test/site/odd.ts";
import signedIn from "../../../test/site/signed-in.ts";
import { buildPageFiles } from "../build/pages.ts";

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
  ["demo without GS1 identifiers", demoWith(noIdentifiers), 41_100],
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
