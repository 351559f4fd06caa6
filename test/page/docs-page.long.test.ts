import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { routesOf } from "#lib/routes.ts";
import { watch } from "./browser.ts";
import { onSites } from "./worker/rig.ts";

/** Opens the saving into a box, sends a body with it, and gives the status and the body that the page then shows. */
const tryOut = async (page: Page, change = (body: string) => body) => {
  const operation = page.locator('[id$="-post-box"].opblock');
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

onSites("the docs page of", (stage) => {
  test("shows every operation, also below a stage's name, saves into a box and shows the error of a wrong save", async () => {
    const site = stage.site();
    // The first look-up opens the ERP.
    await stage.configure(stage.labels().goods[3]);
    const page = await stage.newPage({ viewport: { width: 1_200, height: 1_000 } });
    const seen = watch(page, /status of 4/);
    const root = `${stage.origin()}/of-staging/`;
    await page.goto(`${root}docs`);
    await expect
      .poll(() => page.locator(".opblock-tag-section .opblock").count())
      .toBe(routesOf(site).length);

    expect(await tryOut(page)).toMatchObject({
      status: site.success["post-box"],
      body: { [site.fields.box_no]: site.formats.boxNo.example },
    });
    const wrong = (body: string) => body.replace(site.formats.boxNo.example, "?");
    expect(await tryOut(page, wrong)).toMatchObject({
      status: site.errors.product.invalidBoxNo.status,
      body: { error_code: "INVALID_BOX_NO" },
    });
    const { urls, complaints } = seen;
    expect(urls.filter((url) => !/^data:/.test(url) && !url.startsWith(root))).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
