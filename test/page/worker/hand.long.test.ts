// A long test: what waits is shown as if the page had stayed open.
import { expect, test } from "vitest";
import { inChromium } from "../browser.ts";
import { worker } from "./rig.ts";
import {
  answered,
  count,
  forgetSeen,
  hears,
  isInstalled,
  mode,
  offline,
  online,
  saveFew,
  scan,
  seenBy,
  shelve,
  shows,
} from "./steps.ts";

inChromium("what waits on the worker's page, on demo", () => {
  const stage = worker("demo");

  test.each(["stays open", "starts again"])(
    "hides nothing that comes late: what waits is listed, a newer scan and a refusal are shown and heard, in a page that %s",
    async (how) => {
      const { page, goods, boxes, shelves, unknown } = await stage.opened();
      const [late] = goods;
      await isInstalled(page);
      stage.network.fateOf = ({ method }) => (method === "GET" ? "pass" : "drop");
      await offline(page);
      await shelve(page, shelves[0], "kept", late);
      await mode(page, 1);
      await scan(page, boxes[0]);
      await scan(page, unknown);
      await saveFew(page);
      await shows(page, "kept", unknown);
      if (how === "starts again") {
        await page.reload();
        await hears(page);
        await page
          .locator(".band", { hasText: stage.words().safe.replace("{count}", "2") })
          .waitFor();
      } else await page.getByTestId("waiting").click();
      await expect
        .poll(() => page.locator(".trail li[data-outcome=kept]").allTextContents())
        .toEqual([expect.stringContaining(unknown.value), expect.stringContaining(late.value)]);
      expect(await page.getByTestId("take-back").textContent()).toContain(unknown.value);
      await stage.place(late, shelves[1]);
      await forgetSeen(page);
      stage.network.fateOf = () => "pass";
      await online(page);
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
