import { describe, expect, onTestFinished, test } from "vitest";
import { sampleErp, seedDemoErp } from "#infra/erp/demo-erp.ts";
import { localKeys } from "#infra/local/authenticate-key.ts";
import { createGateway } from "#infra/local/gateway.ts";
import { demoLabels, leadToPages, warehousePages } from "#infra/local/open-files.ts";
import { unroutedHandler } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";
import { newFolder } from "../support/folder.ts";

/** As Chromium sends it. */
const browserAccept =
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7";

const serveSite = async (
  site: Site,
  open: Parameters<typeof createGateway>[1]["open"],
  prefix = "",
) => {
  const unknown = unroutedHandler({ site });
  const gateway = createGateway(site, {
    ...{ open, prefix, apiKeys: localKeys(site) },
    handlerOf: () => async (event) => unknown(event),
  });
  const port = await gateway.listen(0);
  onTestFinished(gateway.stop);
  return async (path: string, accept?: string, method = "GET") => {
    const headers = accept === undefined ? {} : { accept };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...{ method, headers, redirect: "manual" },
    });
    const { status } = answer;
    return { status, location: answer.headers.get("location"), body: await answer.text() };
  };
};

describe("the root of a local stage", () => {
  test.each([
    ["demo", demo, "", "/", "/app/worker"],
    ["odd", odd, "", "/", "/lager/v3/seiten/worker"],
    ["odd with a prefix", odd, "/staging", "/staging/", "/staging/lager/v3/seiten/worker"],
    ["odd with a prefix alone", odd, "/staging", "/staging", "/staging/lager/v3/seiten/worker"],
  ])("leads a browser to the worker's page of %s", async (_, site, prefix, path, location) => {
    const get = await serveSite(site, [leadToPages(site)], prefix);
    expect(await get(path, browserAccept)).toEqual({ status: 302, location, body: "" });
  });

  test.each([
    ["text/html"],
    ["TEXT/HTML;q=0.4, application/json;q=0.3"],
    ["text/*;q=0.5, */*;q=0.4"],
    ["application/json;q=0, */*"],
  ])("leads a client that accepts %j to the pages", async (accept) => {
    const get = await serveSite(demo, [leadToPages(demo)]);
    expect((await get("/", accept)).status).toBe(302);
  });

  test.each([
    ["curl", "/", "*/*", "GET", demo],
    ["a client of the API", "/", "application/json", "GET", demo],
    ["who wants no HTML", "/", "text/html;q=0, */*;q=0.1", "GET", demo],
    ["who prefers JSON", "/", "text/html;q=0.5, application/json", "GET", demo],
    ["who takes both alike", "/", "text/html, application/json", "GET", demo],
    ["an empty Accept", "/", "", "GET", demo],
    ["an Accept that cannot be read", "/", "text/html;;", "GET", demo],
    ["another method", "/", browserAccept, "POST", demo],
    ["a browser elsewhere", "/x", browserAccept, "GET", demo],
    ["a browser at the base path", "/lager/v3", browserAccept, "GET", odd],
    [
      "a browser on a site without pages",
      "/",
      browserAccept,
      "GET",
      { ...demo, pages: false } as Site,
    ],
  ])("answers %s as it would without pages", async (_, path, accept, method, site) => {
    const [led, bare] = [await serveSite(site, [leadToPages(site)]), await serveSite(site, [])];
    const answer = await led(path, accept, method);
    expect(answer).toEqual(await bare(path, accept, method));
    expect(answer.status).toBe(site === odd ? odd.errors.gateway.unknownRoute.status : 401);
  });

  test("outside the stage's prefix leads nowhere", async () => {
    const get = await serveSite(odd, [leadToPages(odd)], "/staging");
    expect((await get("/", browserAccept)).status).toBe(odd.errors.gateway.unknownRoute.status);
  });
});

describe("the page of labels", () => {
  const of = async (site: Site, broken?: Error) => {
    const file = `${newFolder()}/erp.sqlite`;
    seedDemoErp(file, site);
    const stage = { site, erp: broken ?? sampleErp(file, site), apiKeys: localKeys(site) };
    const path = site.pages ? `${site.basePath}${site.pages.path}` : "";
    const get = await serveSite(site, [warehousePages(site, undefined, demoLabels(stage))]);
    return async (name: string) => get(`${path}/${name}`);
  };

  test("shows labels that the site's scanners read, with goods unknown to the ERP", async () => {
    const get = await of(demo);
    const { status, body } = await get("labels");
    expect(status).toBe(200);
    const texts = [...body.matchAll(/<code>(.*?)<\/code>\s*<\/a>/g)].map(([, text]) => text);
    expect(texts).toEqual([
      ...["demo", "L1-A-3", "L2-A-3", "L3-A-3", "PO4-2", "PO4-3", "PO4-4", "BX5", "BX6"],
      "PO4-999",
    ]);
    expect(body).not.toMatch(/<script|<style|style=|https?:/);
    expect((await get("labels.css")).body).toContain("--paper");
  });

  test.each([
    ["another site", odd, undefined],
    ["a copy of demo", { ...demo, name: "mine" } as Site, undefined],
    ["demo whose ERP cannot be read", demo, new Error("no such view")],
  ])("is not there on %s", async (_, site, broken) => {
    const get = await of(site, broken);
    for (const name of ["labels", "labels.css"])
      expect((await get(name)).status).toBe(site.errors.gateway.unknownRoute.status);
  });
});
