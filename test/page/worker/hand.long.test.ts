// A long test: what is in hand outlives the page, and what waits is shown as if the page had stayed open.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { killable } from "../../browser/rig.ts";
import { inChromium } from "../browser.ts";
import { writer } from "../tours/configure.ts";
import type { Label } from "../tours/labels.ts";
import { scan, shows } from "../tours/worker-tour.ts";
import { answered, count, hears, isInstalled, mode, seenBy, sites, spies, worker } from "./rig.ts";

inChromium.each(sites)("what is in hand on the worker's page of $name", ({ choice }) => {
  const stage = worker(choice);

  test("outlives reload, the device's back and a killed browser, the number that is asked for with it", async () => {
    const { goods, boxes } = stage.tourLabels();
    const profile = mkdtempSync(join(tmpdir(), "worker-"));
    onTestFinished(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
    const first = await killable(profile);
    await stage.open(first.page);
    await isInstalled(first.page);
    await mode(first.page, 1);
    await scan(first.page, boxes[0]);
    await scan(first.page, goods[0]);
    await first.page.locator(".pad .btn").nth(2).click();
    const asked = async (page: typeof first.page) => {
      await page.locator('[data-test="count"]', { hasText: "3" }).waitFor();
      for (const { value } of [boxes[0], goods[0]])
        await page.locator(".sign code", { hasText: value }).waitFor();
    };
    await asked(first.page);
    await first.page.reload();
    await hears(first.page);
    await asked(first.page);
    await first.kill();

    const again = await killable(profile);
    await stage.open(again.page);
    await asked(again.page);
    await again.page.keyboard.press("Shift");
    await again.page.goBack();
    await again.page.locator(".pad").waitFor({ state: "detached" });
    await again.page.locator(".sign code", { hasText: boxes[0].value }).waitFor();
    expect(stage.writes()).toEqual([]);
    await again.kill();
  });

  if (choice !== "demo") return;

  test.each(["stays open", "starts again"])(
    "hides nothing that comes late: what waits is listed, a newer scan and a refusal are shown and heard, in a page that %s",
    async (how) => {
      const { goods, boxes, shelves } = stage.tourLabels();
      const unknown = stage.labels().goods.at(-1) as Label;
      const [late] = goods;
      const page = await stage.opened((page) => page.addInitScript(spies));
      await isInstalled(page);
      stage.network.fateOf = ({ method }) => (method === "GET" ? "pass" : "cut");
      await page.context().setOffline(true);
      await scan(page, shelves[0]);
      await scan(page, late);
      await mode(page, 1);
      await scan(page, boxes[0]);
      await scan(page, unknown);
      await stage.saveFew(page);
      await shows(page, "kept", unknown);
      if (how === "starts again") {
        await page.reload();
        await hears(page);
        await page
          .locator(".band", { hasText: stage.words().safe.replace("{count}", "2") })
          .waitFor();
      } else await page.locator('[data-test="waiting"]').click();
      await expect
        .poll(() => page.locator(".trail li[data-outcome=kept]").allTextContents())
        .toEqual([expect.stringContaining(unknown.value), expect.stringContaining(late.value)]);
      expect(await page.locator('[data-test="take-back"]').textContent()).toContain(unknown.value);
      const { save, close } = writer(stage.stage());
      await save("post-trace-location", {
        zongpai: late.value,
        location: shelves[1].value,
        off_shelf: undefined,
        scanned_at: undefined,
      });
      close();
      await page.evaluate("seen.tones.length = seen.shakes.length = 0");
      stage.network.fateOf = () => "pass";
      await page.context().setOffline(false);
      await page.evaluate("dispatchEvent(new Event('online'))");
      await shows(page, "refused", unknown);
      await answered(page);
      const { shakes } = await seenBy(page);
      expect(shakes.toSorted()).toEqual(["200", "300 100 300 100 300"]);
      expect(await count(page, "refused")).toBe(1);
      await page.locator(".line", { hasText: unknown.value }).waitFor();
      await mode(page, 0);
      await scan(page, shelves[0]);
      await page.locator(".trail [data-outcome=superseded]", { hasText: late.value }).waitFor();
    },
  );
});
