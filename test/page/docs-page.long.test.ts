import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIGatewayProxyEvent } from "aws-lambda";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { writeDocsFiles } from "#infra/bundle/docs-files.ts";
import { pagesFolder } from "#lib/page/files.ts";
import { readFiles, serveFiles } from "#lib/page/serve.ts";
import { routesOf } from "#lib/routes.ts";
import odd from "../site/odd.ts";
import { inChromium, watch } from "./browser.ts";
import { sites, worker } from "./worker/rig.ts";

/** Opens an operation, sends a body with it, and gives the status and the body that the page then shows. */
const tryOut = async (page: Page, id: string, change: (body: string) => string) => {
  const operation = page.locator(`[id$="-${id}"].opblock`);
  if ((await operation.locator("button.execute").count()) === 0)
    await operation.locator(".opblock-summary-control").click();
  const body = operation.locator("textarea.body-param__text");
  await body.fill(change(await body.inputValue()));
  const response = page.waitForResponse((one) => one.request().method() === "POST");
  await operation.locator("button.execute").click();
  const status = (await response).status();
  const shown = operation.locator(".live-responses-table");
  await shown.getByText(String(status), { exact: true }).first().waitFor();
  const text = await shown.locator(".microlight").first().innerText();
  return { status, body: JSON.parse(text) as unknown };
};

inChromium.each(sites)("the docs page of $name in Chromium", ({ choice }) => {
  const stage = worker(choice);

  test("shows every operation, saves into a box and shows the error of a wrong save", async () => {
    const site = stage.site();
    // The first look-up opens the ERP.
    await stage.configure(stage.labels().goods[3].value);
    const page = await stage.newPage({ viewport: { width: 1_200, height: 1_000 } });
    const seen = watch(page, /status of 4/);
    await page.goto(`${stage.origin()}/docs`);
    await expect
      .poll(() => page.locator(".opblock-tag-section .opblock").count())
      .toBe(routesOf(site).length);

    expect(await tryOut(page, "post-box", (body) => body)).toMatchObject({
      status: site.success["post-box"],
      body: { [site.fields.box_no]: site.formats.boxNo.example },
    });
    const wrong = (body: string) => body.replace(site.formats.boxNo.example, "?");
    expect(await tryOut(page, "post-box", wrong)).toMatchObject({
      status: site.errors.product.invalidBoxNo.status,
      body: { error_code: "INVALID_BOX_NO" },
    });
    const { urls, complaints } = seen;
    expect(urls.filter((url) => !/^data:/.test(url) && !url.startsWith(stage.origin()))).toEqual(
      [],
    );
    expect(complaints).toEqual([]);
  });
});

describe("the page that describes the API, deployed below a stage name and the site's base path", () => {
  const folder = mkdtempSync(join(tmpdir(), "warehouse-pages-"));
  const path = "/hilfe/schnittstelle";
  const page = new URL(`https://gateway.example.org/live${odd.basePath}${path}`);
  let get: (file?: string) => ReturnType<ReturnType<typeof serveFiles>>;
  beforeAll(async () => {
    await writeDocsFiles(odd, path, folder);
    const files = readFiles(join(folder, pagesFolder));
    const handler = serveFiles("docs", files, odd);
    get = (file) =>
      handler({ pathParameters: file === undefined ? null : { file } } as APIGatewayProxyEvent);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("is HTML that asks for nothing but its own files, each of which is there", async () => {
    const { statusCode, headers, body } = await get();
    expect([statusCode, headers?.["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers?.["content-security-policy"]).toContain("default-src 'none'");
    const links = [...body.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(
      ([, link = ""]) => new URL(link, page).href,
    );
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) {
      expect(link.startsWith(`${page}/`)).toBe(true);
      expect((await get(link.slice(`${page}/`.length))).statusCode, link).toBe(200);
    }
  });

  it("describes addresses that lead to the stage which serves it", async () => {
    const { servers, paths } = JSON.parse((await get("openapi.json")).body) as {
      servers: { url: string }[];
      paths: object;
    };
    const root = new URL(`${servers[0]?.url}/`, `${page}/openapi.json`);
    expect(root.href).toBe("https://gateway.example.org/live/");
    expect(Object.keys(paths)).toContain(routesOf(odd)[0]?.path);
  });
});
