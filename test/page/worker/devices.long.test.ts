// A long test: what a device has besides its scanner, in Chromium.
import { expect, onTestFinished, test } from "vitest";
import { inChromium, installClock, openBrowser, phone } from "../browser.ts";
import { scan, shows } from "../tours/worker-tour.ts";
import { worker } from "./rig.ts";

/** In the page: the screen's lock and a camera with a light, as far as the page asks for them. */
const device = `
globalThis.asked = [];
navigator.wakeLock.request = async (what) => {
  asked.push("on " + what);
  return Object.assign(new EventTarget(), { release: async () => asked.push("off") });
};
const { getCapabilities } = MediaStreamTrack.prototype;
MediaStreamTrack.prototype.getCapabilities = function () {
  return { ...getCapabilities.call(this), torch: true };
};
MediaStreamTrack.prototype.applyConstraints = async ({ advanced: [{ torch }] }) => {
  asked.push("light " + torch);
};
`;

inChromium("the worker's page on a device", () => {
  const stage = worker("demo");

  test("keeps the screen on from a scan until five minutes after the last", async () => {
    const { shelves, goods } = stage.labels();
    const page = await stage.opened((opened) => opened.addInitScript(device));
    const asked = () => page.evaluate<string[]>("asked");
    await installClock(page);
    expect(await asked()).toEqual([]);
    await scan(page, shelves[0]);
    await page.clock.fastForward(200_000);
    await scan(page, goods[0]);
    await page.clock.fastForward(200_000);
    await shows(page, "recorded", goods[0]);
    expect(await asked()).toEqual(["on screen"]);
    await page.clock.fastForward(100_000);
    await expect.poll(asked).toEqual(["on screen", "off"]);
    await scan(page, goods[1]);
    await expect.poll(asked).toEqual(["on screen", "off", "on screen"]);
  });

  test("turns the camera's light on and off, where it has one", async () => {
    const browser = await openBrowser([
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
    ]);
    onTestFinished(() => browser.close());
    const page = await browser.newPage(phone);
    await page.addInitScript(device);
    await stage.open(page);
    const { camera, light } = stage.words().acts;
    await page.getByRole("button", { name: camera }).click();
    await page.getByRole("button", { name: light, pressed: false }).click();
    await page.getByRole("button", { name: light, pressed: true }).click();
    await page.getByRole("button", { name: light, pressed: false }).waitFor();
    const asked = await page.evaluate<string[]>("asked");
    expect(asked.filter((one) => one.startsWith("light"))).toEqual(["light true", "light false"]);
    await page.getByRole("button", { name: camera }).click();
    await expect.poll(() => page.getByRole("button", { name: light }).count()).toBe(0);
  });
});
