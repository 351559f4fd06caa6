import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { installClock, violations } from "../browser.ts";
import { onStage } from "./rig.ts";
import {
  forgetSeen,
  isReadyToScan,
  type Label,
  reload,
  scan,
  scanned,
  seenBy,
  shows,
  tap,
} from "./steps.ts";

/** Page script: a fake wake lock that records when the page takes and releases it. */
const lock = `
globalThis.asked = [];
navigator.wakeLock.request = async (what) => {
  asked.push("on " + what);
  return { release() { asked.push("off"); this.onrelease(); } };
};
`;

onStage("the worker's page on a device", "demo", (stage) => {
  test("keeps the screen on from a scan until five minutes after the last", async () => {
    const { page, shelves, goods } = await stage.opened({
      prepare: (page) => page.addInitScript(lock),
    });
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

  const testScanner = async (page: Page) => {
    await page.locator(".me").click();
    await page.locator('button[data-test="device"]').click();
    const said = page.getByTestId("device");
    const says = (...texts: string[]) =>
      texts.reduce((part, text) => part.filter({ hasText: text }), said).waitFor();
    await says(stage.words().device.hint);
    return { said, says };
  };

  /** Longer than two scans that one pull of the trigger sends. */
  const pause = (page: Page) => page.waitForTimeout(100);

  test("shows what the scanner sends, names the setting to change, and records nothing", async () => {
    const { page, shelves, goods, boxes } = await stage.opened();
    const { device, kinds } = stage.words();
    const right = (count: number) => device.change.again.replace("{count}", String(count));
    await scan(page, shelves[0]);
    const before = stage.writes().length;
    const { says } = await testScanner(page);
    await scan(page, boxes[0]);
    await says(right(1), "Enter", "KeyB", boxes[0].value, kinds.box);
    expect(await violations(page)).toEqual([]);
    // One text without a line end, then one with it.
    await page.keyboard.insertText(goods[0].typed);
    await says(device.change.end.replace("{end}", "Enter"), "Send ENTER key", goods[0].value);
    await page.keyboard.insertText(`${goods[1].typed}\n`);
    await says(right(1), goods[1].value);
    await tap(page, "back");
    await tap(page, "back");
    expect(stage.writes().length).toBe(before);
    await scanned(page, "recorded", goods[2], shelves[0]);
  });

  test("says correct after three same readings and one of a GS1 label", async () => {
    const { page, goods } = await stage.opened();
    const { change } = stage.words().device;
    const { says } = await testScanner(page);
    for (const count of [1, 2]) {
      await scan(page, goods[0]);
      await says(change.again.replace("{count}", String(count)));
      await pause(page);
    }
    await scan(page, goods[0]);
    await says(change.gs1);
    await pause(page);
    await scan(page, { typed: `]C1241${goods[0].value}` });
    await says(change.correct, goods[0].value);
  });

  test("names the keys that a GS1 separator comes as, and the setting", async () => {
    const { page } = await stage.opened();
    const { change } = stage.words().device;
    const { says } = await testScanner(page);
    const sendAs = async (keys: string, send: () => Promise<void>) => {
      await page.keyboard.type("]C1241PO4-1");
      await send();
      await scan(page, { typed: "3712" });
      const lost = change.separatorKeys.replace("{keys}", keys);
      await says(lost, "Send Control Characters as Events", keys);
    };
    await sendAs("Ctrl+]", () => page.keyboard.press("Control+]"));
    await sendAs("Alt+0029", async () => {
      await page.keyboard.down("Alt");
      for (const digit of "0029") await page.keyboard.press(`Numpad${digit}`);
      await page.keyboard.up("Alt");
    });
    await sendAs("F9", () => page.keyboard.press("F9"));
  });

  test("shows a key that deletes, and no character twice", async () => {
    const { page } = await stage.opened();
    const { change, keys } = stage.words().device;
    const { says } = await testScanner(page);
    await page.keyboard.type("L1-A");
    await page.keyboard.press("Backspace");
    await scan(page, { typed: "B-3" });
    await says(change.combination.replace("{keys}", "Backspace"), keys.replace(/\{count\}.*/, "8"));
  });

  test("names a label that came twice, though it fits a shelf", async () => {
    const { page } = await stage.opened();
    const { says } = await testScanner(page);
    await scan(page, { typed: "L1-A-3L1-A-3" });
    await says(stage.words().notes.doubled);
  });

  test.each(["key:demo=0123456789abcdef", "0123456789abcdef"])(
    "shows at most eight characters of a text that is no label: %s",
    async (secret) => {
      const { page } = await stage.opened();
      const { said, says } = await testScanner(page);
      await scan(page, { typed: secret });
      await says(stage.words().device.keys.replace(/\{count\}.*/, String(secret.length)));
      const shown = await page.evaluate<string[]>(
        "[...document.querySelectorAll('kbd')].map((key) => key.firstChild.data)",
      );
      expect(shown).toEqual([...secret.slice(0, secret.startsWith("key:") ? 4 : 8), "…"]);
      expect(await said.textContent()).not.toContain("012345678");
    },
  );

  test("stays twice as loud after a reload, once the worker sets it", async () => {
    const { page, shelves } = await stage.opened();
    const heard = async (label: Label) => {
      await forgetSeen(page);
      await scan(page, label);
      await expect.poll(async () => (await seenBy(page)).gains.length).toBe(1);
      return (await seenBy(page)).gains[0];
    };
    const [one, two, three] = shelves;
    const twice = 2 * ((await heard(one)) ?? 0);
    await tap(page, "who");
    await page.locator('[data-test="loud"][aria-pressed=false]').click();
    await page.locator('[data-test="loud"][aria-pressed=true]').waitFor();
    expect(await heard(two)).toBeCloseTo(twice);
    await reload(page);
    await isReadyToScan(page);
    expect(await heard(three)).toBeCloseTo(twice);
  });
});
