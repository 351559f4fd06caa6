import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeApi } from "#lib/openapi/description.ts";
import type { RouteId } from "#lib/route-ids.ts";
import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { keyHeaderOf } from "#lib/site/wire-names.ts";
import { phone, sideways, violations, watch } from "./browser.ts";
import { onSites, type WorkerStage } from "./worker/rig.ts";

const desk = { viewport: { width: 1_280, height: 800 } };
const screens = [phone, desk].flatMap((screen) =>
  (["light", "dark"] as const).map((colorScheme) => ({ ...screen, colorScheme })),
);

/** Known violations in OpenAPI Explorer, by screen. `docs/pages.md` lists them, too. */
const knownFindings = {
  search: ["region"],
  secondEndpointOnPhone: ["landmark-unique"],
};

/** The ids of the rules that axe finds broken. */
const brokenRules = async (page: Page): Promise<string[]> =>
  (await violations(page)).map((line) => line.replace(/:.*/s, ""));

const addressOf = (stage: WorkerStage) => `${stage.origin()}/of-staging`;

/** An endpoint of a site; without an id the first one. */
const routeOf = (site: Site, id?: RouteId) => {
  const route = routesOf(site).find((one) => !id || one.id === id);
  if (!route) throw new Error(`The site ${site.name} has no ${id}.`);
  return route;
};

/**
 * Waits until OpenAPI Explorer has scrolled to its first endpoint: a timer of 150 ms after it shows it.
 * That timer also sets the address, so it would undo a link that is opened before it.
 */
const scrolled = (page: Page) => page.evaluate("new Promise((done) => setTimeout(done, 150))");

/** Opens the docs page at an endpoint, on a stage whose name prefixes each path. */
const openDocs = async (stage: WorkerStage, page: Page, id?: RouteId) => {
  const { method, path } = routeOf(stage.site(), id);
  const fragment = id ? `#?route=${method.toLowerCase()}-${path}` : "";
  await page.goto(`${addressOf(stage)}/docs${fragment}`);
  await page.getByRole("button", { name: "Execute" }).first().waitFor();
  await scrolled(page);
};

/** The method and the path that come first on a page, and whether they are in view. */
const firstOf = async (page: Page) => {
  const method = await page.locator('[part~="label-operation-method"]').first().innerText();
  const head = page.locator('[part~="label-operation-path"]').first();
  const { y = -1, height = 0 } = (await head.boundingBox()) ?? {};
  return {
    method: method.trim().toUpperCase(),
    path: (await head.innerText()).replaceAll(/\s/g, ""),
    isInView: y >= 0 && y + height <= (page.viewportSize()?.height ?? 0),
  };
};

/** Sends a body from the page. Returns the request's key, and the status and body that the page then shows. */
const tryOut = async (page: Page, change = (body: string) => body) => {
  const body = page.locator("textarea.request-body-param-user-input").first();
  await body.fill(change(await body.inputValue()));
  const response = page.waitForResponse((one) => one.request().method() === "POST");
  await page.getByRole("button", { name: "Execute" }).first().click();
  const answer = await response;
  await page.getByText(`(${answer.status()})`).waitFor();
  const text = await page.getByRole("region", { name: "Response" }).first().innerText();
  const { "x-api-key": key } = answer.request().headers();
  return { key, status: answer.status(), body: JSON.parse(text) as unknown };
};

onSites("the docs page of", (stage) => {
  test.each(screens)(
    "begins with the first endpoint and the stage's address: %j",
    async (screen) => {
      const page = await stage.newPage(screen);
      await openDocs(stage, page);
      expect(await page.locator("#address").innerText()).toBe(addressOf(stage));
      const { method, path } = routeOf(stage.site());
      expect(await firstOf(page)).toEqual({ method, path, isInView: true });
      expect(await sideways(page)).toEqual([]);
    },
  );

  test("lists every endpoint, and what the service sends", async () => {
    const page = await stage.newPage(phone);
    await openDocs(stage, page);
    const site = stage.site();
    const { webhooks } = describeApi(site);
    const heads = page.locator("summary.endpoint-head");
    const count = routesOf(site).length + Object.keys(webhooks ?? {}).length;
    await expect.poll(() => heads.count()).toBe(count);
  });

  test("has the pages' font and colours, light and dark", async () => {
    const page = await stage.newPage(desk);
    await openDocs(stage, page);
    const styleOf = (element: string) =>
      page.evaluate(
        `(({ fontFamily, color, backgroundColor }) => [fontFamily, color, backgroundColor])(getComputedStyle(document.querySelector("${element}")))`,
      );
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await styleOf("openapi-explorer")).toEqual(await styleOf("html"));
    }
  });

  test("sends requests with the stage's key, and asks no other host", async () => {
    const site = stage.site();
    // Warm up: the first look-up opens the ERP.
    await stage.configure(stage.labels().goods[3]);
    const page = await stage.newPage(desk);
    const seen = watch(page, /status of 4/);
    await openDocs(stage, page, "post-box");
    const [key] = stage.stage().apiKeys.values();

    expect(await tryOut(page)).toMatchObject({
      key,
      status: site.success["post-box"],
      body: { [site.fields.box_no]: site.formats.boxNo.example },
    });
    const wrong = (body: string) => body.replace(site.formats.boxNo.example, "?");
    expect(await tryOut(page, wrong)).toMatchObject({
      key,
      status: site.errors.product.invalidBoxNo.status,
      body: { error_code: "INVALID_BOX_NO" },
    });
    const elsewhere = seen.urls.filter((url) => !url.startsWith(`${addressOf(stage)}/`));
    expect(elsewhere.filter((url) => !url.startsWith("data:"))).toEqual([]);
    expect(seen.complaints).toEqual([]);
  });

  test("makes a key for each new request, and repeats it with the same one", async () => {
    const site = stage.site();
    const { replayed } = site.extensions;
    const keyHeader = keyHeaderOf(site);
    if (!keyHeader) return;
    const page = await stage.newPage(desk);
    await openDocs(stage, page, "post-trace-location");
    const sent = async (change?: (body: string) => string) => {
      const answer = page.waitForResponse((one) => one.request().method() === "POST");
      await tryOut(page, change);
      const response = await answer;
      const key = response.request().headers()[keyHeader.toLowerCase()];
      const isReplayed = replayed && response.headers()[replayed.toLowerCase()] === "true";
      return { key, isReplayed, status: response.status() };
    };
    const first = await sent();
    expect(first.key).toMatch(/^[0-9a-f]{32}$/);
    expect(first.isReplayed).toBe(false);
    expect(await sent()).toEqual({ ...first, isReplayed: replayed !== false });
    const { example } = site.formats.zongpai;
    const other = await sent((body) => body.replace(example, stage.labels().goods[1].value));
    expect(other.key).not.toBe(first.key);
    expect(other.isReplayed).toBe(false);
    const field = page.getByRole("textbox", { name: keyHeader });
    expect(await field.getAttribute("placeholder")).toBe(other.key);
    await field.fill("a-key-of-the-visitor");
    expect((await sent()).key).toBe("a-key-of-the-visitor");
  });

  test("fills in what a read must have", async () => {
    const { fields, formats } = stage.site();
    const page = await stage.newPage(desk);
    await openDocs(stage, page, "get-box-info");
    const answer = page.waitForResponse((one) => one.url().includes("/box/info?"));
    await page.getByRole("button", { name: "Execute" }).click();
    const { searchParams } = new URL((await answer).url());
    expect(Object.fromEntries(searchParams)).toEqual({ [fields.box_no]: formats.boxNo.example });
  });

  test.each(screens)("passes axe, also with an answer: %j", async (screen) => {
    const page = await stage.newPage(screen);
    await openDocs(stage, page);
    expect(await brokenRules(page)).toEqual([]);
    await tryOut(page);
    expect(await brokenRules(page)).toEqual([]);
  });

  test("breaks one known rule of axe in its search", async () => {
    const page = await stage.newPage(desk);
    await openDocs(stage, page);
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByText("Advanced Search").waitFor();
    expect(await brokenRules(page)).toEqual(knownFindings.search);
  });

  test("breaks one known rule of axe when a link opens a second endpoint", async () => {
    const page = await stage.newPage(phone);
    await openDocs(stage, page);
    await openDocs(stage, page, "post-box");
    await expect.poll(() => page.locator("summary.endpoint-head.expanded").count()).toBe(2);
    expect(await brokenRules(page)).toEqual(knownFindings.secondEndpointOnPhone);
  });
});
