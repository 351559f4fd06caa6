import { expect, test } from "vitest";
import { stagesForEach } from "../../../test/infra/local-stage-rig.ts";
import odd from "../../../test/site/odd.ts";
import { browserOfBlock, inChromium, watch } from "./browser.ts";
import { scan, shows } from "./worker/steps.ts";

inChromium("the pages of odd below a stage's prefix, in Chromium", () => {
  const stages = stagesForEach();
  const browser = browserOfBlock();

  test("open at the printed address, and open again without the service", async () => {
    const { output, child, ended } = await stages.start({
      SITE: "test/site/odd.ts",
      PREFIX: "/staging",
    });
    const address = /^ +pages +(\S+)/m.exec(output())?.[1] ?? "";
    const root = `/staging${odd.basePath}`;
    expect(new URL(address).pathname).toBe(`${root}${odd.pages ? odd.pages.path : ""}/worker`);
    const page = await browser.newPage();
    // This stage has the short time-outs of a deployed one, so the page must resend soon.
    await page.addInitScript("globalThis.hurried = true");
    await page.goto(new URL("/staging", address).href);
    expect(page.url()).toBe(address);
    const seen = watch(page, /status of 50[34]/);

    await page.goto(address.replace(/\/worker$/, ""));
    expect(page.url()).toBe(address);
    await page.getByTestId("state").waitFor();
    const scope = await page.evaluate<string>(
      "navigator.serviceWorker.ready.then(({ scope }) => scope)",
    );
    expect(scope).toBe(address.replace(/worker$/, ""));

    await page.getByTestId("scan").focus();
    for (const typed of ["]C19112", "]C1901234"]) await scan(page, { typed });
    await shows(page, "recorded");
    expect(seen.complaints).toEqual([]);
    const { href } = new URL(`${root}/`, address);
    expect(seen.urls.filter((url) => !url.startsWith(href))).toEqual([]);

    child.kill("SIGTERM");
    await ended;
    await page.reload();
    await page.getByTestId("state").waitFor();
  });
});
