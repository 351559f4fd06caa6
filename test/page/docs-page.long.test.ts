import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createGateway, type Gateway } from "#infra/local/gateway.ts";
import { docsPage } from "#infra/local/open-files.ts";
import { routesOf, unrouted } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../sites/demo.ts";
import { stagesForEach } from "../infra/local-stage-rig.ts";
import odd from "../site/odd.ts";
import { browserOfBlock, inChromium } from "./browser.ts";

const stages = stagesForEach();

const sites = [
  { name: "demo", site: demo, choice: "demo" },
  { name: "odd", site: odd, choice: "test/site/odd.ts" },
] as const;

const originOf = (url: string) => new URL(url).origin;

describe("the docs page of the local stage", () => {
  let gateway: Gateway;
  let url: string;
  beforeAll(async () => {
    gateway = createGateway(
      { ...demo, auth: { scheme: "none" } },
      { handlerOf: async () => unrouted({ site: demo }), open: [docsPage(demo)] },
    );
    url = `http://127.0.0.1:${await gateway.listen(0)}`;
  });
  afterAll(() => gateway.stop());

  test("is a page of this machine's files alone, with the description of the running site", async () => {
    const page = await fetch(`${url}/docs`);
    expect([page.status, page.headers.get("content-type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await page.text()).not.toMatch(/(?:src|href)="(?!docs\/|data:)/);
    const described = (await (await fetch(`${url}/docs/openapi.json`)).json()) as { paths: object };
    expect(Object.keys(described.paths)).toEqual([
      ...new Set(routesOf(demo).map(({ path }) => path)),
    ]);
  });

  test.each([
    ["POST", "/docs"],
    ["GET", "/docs/%2e%2e/package.json"],
  ] as const)("is beside the service, which answers %s %s itself", async (method, path) => {
    const answer = await fetch(`${url}${path}`, { method });
    expect(answer.status).toBe(demo.errors.gateway.unknownRoute.status);
    expect(Object.keys((await answer.json()) as object).sort()).toEqual([
      "domain",
      "error_code",
      "message",
    ]);
  });
});

/** What a browser did: the addresses that it asked for, and how many bytes came. */
const watch = (page: Page) => {
  const seen = { urls: [] as string[], faults: [] as string[], bytes: [] as Promise<number>[] };
  page.on("request", (request) => seen.urls.push(request.url()));
  page.on("response", (response) =>
    seen.bytes.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => responseBodySize),
    ),
  );
  page.on("pageerror", ({ message }) => seen.faults.push(message));
  return seen;
};

/** Opens an operation, sends a body with it, and gives the status and the body that the page then shows. */
const tryOut = async (page: Page, id: string, change: (body: string) => string) => {
  const operation = page.locator(`[id$="-${id}"].opblock`);
  if ((await operation.locator("button.execute").count()) === 0)
    await operation.locator(".opblock-summary-control").click();
  const body = operation.locator("textarea.body-param__text");
  await body.fill(change(await body.inputValue()));
  const execute = async () => {
    const response = page.waitForResponse((one) => one.request().method() === "POST");
    await operation.locator("button.execute").click();
    return response;
  };
  let answer = await execute();
  // The stage has as little time as a deployed one.
  while (answer.status() >= 503) answer = await execute();
  const shown = operation.locator(".live-responses-table");
  await shown.getByText(String(answer.status()), { exact: true }).first().waitFor();
  return { status: answer.status(), text: await shown.locator(".microlight").first().innerText() };
};

inChromium("the docs page in Chromium", () => {
  const browser = browserOfBlock();

  const opened = async (url: string) => {
    const page = await browser.newPage({ viewport: { width: 1_200, height: 1_000 } });
    const seen = watch(page);
    const start = performance.now();
    await page.goto(`${url}/docs`);
    await page.locator(".opblock").first().waitFor();
    return { page, seen, elapsedMs: performance.now() - start };
  };

  const shownBody = (text: string) => JSON.parse(text) as Record<string, unknown>;

  test.each(sites)(
    "shows every operation of $name, saves into a box and shows the error of a wrong save",
    async ({ site, choice }) => {
      const { url } = await stages.start({ SITE: choice });
      const { page, seen, elapsedMs } = await opened(originOf(url));
      await expect.poll(() => page.locator(".opblock").count()).toBe(routesOf(site).length);
      const bytes = (await Promise.all(seen.bytes)).reduce((sum, size) => sum + size, 0);
      console.log(
        `docs page of ${site.name}: ${(bytes / 1_000).toFixed(0)} kB on the wire, shown after ${elapsedMs.toFixed(0)} ms`,
      );

      const saved = await tryOut(page, "post-box", (body) => body);
      expect(saved.status).toBe(site.success["post-box"]);
      expect(shownBody(saved.text)).toMatchObject({
        [site.fields.box_no]: site.formats.boxNo.example,
      });

      const wrong = await tryOut(page, "post-box", (body) =>
        body.replace(site.formats.boxNo.example, "?"),
      );
      expect(wrong.status).toBe((site as Site).errors.product.invalidBoxNo.status);
      expect(shownBody(wrong.text)).toEqual({
        error_code: "INVALID_BOX_NO",
        message: expect.any(String),
        domain: expect.any(String),
      });

      expect(
        seen.urls.filter((asked) => !asked.startsWith(originOf(url)) && !asked.startsWith("data:")),
      ).toEqual([]);
      expect(seen.faults).toEqual([]);
    },
  );
});
