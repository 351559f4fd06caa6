// A long test: labels, typed as scanners type.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserOfBlock, inChromium } from "../page/browser.ts";
import { serve } from "./rig.ts";

const labels = Array.from({ length: 60 }, (_, at) => `PO4-${200 + at}`);

inChromium("what a scanner types", () => {
  const browser = browserOfBlock();
  let site: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    site = await serve();
  });
  afterAll(() => site?.stop());

  const opened = async () => {
    const page = await browser.newPage();
    await page.goto(site.url);
    await page.evaluate(() => {
      globalThis.reported = [];
      const { document } = globalThis as unknown as {
        document: { getElementById: (id: string) => unknown };
      };
      parts.readWedge({
        input: document.getElementById("scan") as Parameters<typeof parts.readWedge>[0]["input"],
        document: document as unknown as Parameters<typeof parts.readWedge>[0]["document"],
        settings: settings.scan,
        onScan: (raw) => reported.push(raw),
        onAgain: (raw) => reported.push(`again ${raw}`),
      });
    });
    return page;
  };
  const reportedBy = (page: Page) => page.evaluate(() => globalThis.reported);
  const type = async (page: Page, label: string, end: "Enter" | "Tab" = "Enter") => {
    await page.keyboard.type(label);
    await page.keyboard.press(end);
  };

  test("is read through a stall of 1.5 s inside a label, clicks and another focus: 60 of 60", async () => {
    const page = await opened();
    for (const [at, label] of labels.entries()) {
      if (at % 3 === 0) await page.mouse.click(300, 300);
      if (at % 3 === 1) await page.locator("#button").click();
      if (at % 3 === 2) await page.locator("#button").focus();
      await page.keyboard.type(label.slice(0, 4));
      if (at % 20 === 7) await page.waitForTimeout(1_500);
      if (at % 5 === 0) await page.locator("#button").click();
      await type(page, label.slice(4), at % 2 ? "Enter" : "Tab");
    }
    expect(await reportedBy(page)).toEqual(labels);
  });

  test("is reported as the same label within 1.5 s, and as a new scan after that", async () => {
    const page = await opened();
    await page.clock.install();
    // However slowly it is typed.
    await page.clock.pauseAt(Date.now() + 60_000);
    for (const wait of [0, 1_400, 1_600]) {
      await page.clock.runFor(wait);
      await type(page, "PO4-1");
    }
    expect(await reportedBy(page)).toEqual(["PO4-1", "again PO4-1", "PO4-1"]);
  });
});
