import { expect, test } from "vitest";
import demo from "../../sites/demo.ts";
import { stagesForEach } from "../infra/local-stage-rig.ts";
import odd from "../site/odd.ts";
import { browserOfBlock, inChromium, watch } from "./browser.ts";

inChromium.each([
  { name: "demo", site: demo, choice: "demo", prefix: "", labels: ["L1-A-3", "PO4-1"] },
  {
    name: "odd below a stage's prefix",
    site: odd,
    choice: "test/site/odd.ts",
    prefix: "/staging",
    labels: ["]C19112", "]C1901234"],
  },
])("the pages of $name in Chromium", ({ site, choice, prefix, labels }) => {
  const stages = stagesForEach();
  const browser = browserOfBlock();

  const pages = site.basePath + (site.pages ? site.pages.path : "");

  test("open at the address that the stage prints, record a scan, and open again without the service", async () => {
    const { output, child, ended } = await stages.start({ SITE: choice, PREFIX: prefix });
    const address = /^ +pages +(\S+)/m.exec(output())?.[1] ?? "";
    expect(new URL(address).pathname).toBe(`${prefix}${pages}/worker`);
    const page = await browser.newPage();
    // The stage has as little time as a deployed one; then the page sends again, and soon.
    await page.addInitScript("globalThis.hurried = true");
    const seen = watch(page, /status of 50[34]/);

    await page.goto(address.replace(/\/worker$/, ""));
    expect(page.url()).toBe(address);
    await page.locator('[data-test="state"]').waitFor();
    const scope = await page.evaluate<string>(
      "navigator.serviceWorker.ready.then(({ scope }) => scope)",
    );
    expect(scope).toBe(address.replace(/worker$/, ""));

    for (const label of labels) {
      await page.locator('[data-test="scan"]').focus();
      await page.keyboard.type(label);
      await page.keyboard.press("Enter");
    }
    await page.locator('[data-test="outcome"][data-outcome="recorded"]').waitFor();
    expect(seen.complaints).toEqual([]);
    expect(
      seen.urls.filter(
        (url) => !url.startsWith(new URL(`${prefix}${site.basePath}/`, address).href),
      ),
    ).toEqual([]);

    child.kill("SIGTERM");
    await ended;
    await page.reload();
    await page.locator('[data-test="state"]').waitFor();
  });
});
