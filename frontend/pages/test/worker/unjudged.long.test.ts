import { expect, test } from "vitest";
import { onStage } from "./rig.ts";
import { mode, nothingWaits, saveFew, scan, shows, stored, tap } from "./steps.ts";

const erpFault = {
  status: 503,
  body: { error_code: "ERP_UNAVAILABLE", message: "The ERP is not available.", domain: "test" },
};

onStage("on the worker's page of demo, a scan on which only the ERP fails", "demo", (stage) => {
  test("is shown with its code after ten minutes, and is sent again", async () => {
    const { page, goods, boxes } = await stage.opened();
    const [stuck, other] = goods;
    stage.network.fateOf = ({ method, body }) =>
      method !== "GET" && body.includes(stuck.value) ? erpFault : undefined;
    await mode(page, 1);
    await scan(page, boxes[0]);
    await scan(page, stuck);
    await saveFew(page);
    await shows(page, "kept", stuck);
    await scan(page, other);
    await saveFew(page);
    await shows(page, "recorded", other);
    await page.clock.fastForward(11 * 60_000);
    const text = stage.words().scans.unjudged.replace("{code}", "ERP_UNAVAILABLE");
    const isShown = async () => {
      await tap(page, "waiting");
      return page.locator(".banner", { hasText: text }).getByText(stuck.value).count();
    };
    await expect.poll(isShown).toBe(1);
    expect(await stored(page)).toBe(1);
    stage.network.fateOf = () => undefined;
    await page.clock.fastForward(60_000);
    await nothingWaits(page);
    await page.getByText(text).waitFor({ state: "detached" });
  });
});
