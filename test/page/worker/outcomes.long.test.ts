// A long test: sounds, words and offers of the worker's page.
import { expect, test } from "vitest";
import { inChromium } from "../browser.ts";
import type { Label, Row } from "../tours/labels.ts";
import { scan, shows } from "../tours/worker-tour.ts";
import {
  answered,
  count,
  hears,
  isInstalled,
  mode,
  placesOf,
  seenBy,
  sites,
  spies,
  stored,
  worker,
} from "./rig.ts";

/** In the page: stores so many bytes beside the queue; gives the name of the error. */
const stores = (bytes: number) => `new Promise((resolve) => {
  const opening = indexedDB.open("other");
  opening.onupgradeneeded = () => opening.result.createObjectStore("bytes");
  opening.onsuccess = () => {
    const storing = opening.result.transaction("bytes", "readwrite");
    storing.objectStore("bytes").put(crypto.getRandomValues(new Uint8Array(65_536)).toString().repeat(${Math.ceil(bytes / 200_000)}), 1);
    storing.oncomplete = () => resolve("stored");
    storing.onabort = () => resolve(storing.error.name);
  };
})`;

inChromium.each(sites)("the outcomes on the worker's page of $name", ({ choice }) => {
  const stage = worker(choice);
  const opened = () => stage.opened((page) => page.addInitScript(spies));
  const labels = () => {
    const { goods, boxes, shelves } = stage.labels();
    return { goods, box: boxes[0], shelf: shelves[0], unknown: goods.at(-1) as Label };
  };

  test("has a sound and a vibration of its own for each outcome", async () => {
    const { goods, box, shelf, unknown } = labels();
    const page = await opened();
    const hear = async (outcome: string, tone: string, shake: string, act: () => Promise<void>) => {
      await page.evaluate("seen.tones.length = seen.shakes.length = 0");
      await act();
      await shows(page, outcome);
      const heard = async () => {
        const { tones, shakes } = await seenBy(page);
        return `${tones.join()} / ${shakes.filter((shake) => shake !== "20").join()}`;
      };
      await expect.poll(heard).toBe(`${tone} / ${shake}`);
    };
    await scan(page, shelf);
    const seen = await seenBy(page);
    expect(`${seen.tones} / ${seen.shakes}`).toBe("sine 1760 / 20");
    await hear("recorded", "sine 1320", "40", () => scan(page, goods[0]));
    await hear("wrong-label", "square 160", "120 60 120", () => scan(page, { typed: "?" }));
    await page.context().setOffline(true);
    await page.locator('[data-test="state"][data-state="offline"]').waitFor();
    await hear("kept", "sine 880,sine 880", "40 60 40", () => scan(page, goods[1]));
    await page.context().setOffline(false);
    await page.locator('[data-test="state"][data-state="online"]').waitFor();
    await mode(page, 1);
    await scan(page, box);
    await scan(page, unknown);
    await hear("refused", "square 220,square 220,square 220", "300 100 300 100 300", () =>
      page.locator(".save").click(),
    );
  });

  test("shows what was refused until it is understood, over a reload too", async () => {
    const { goods, box, shelf, unknown } = labels();
    const page = await opened();
    await mode(page, 1);
    await scan(page, box);
    await scan(page, unknown);
    await page.locator(".save").click();
    await shows(page, "refused");
    await page.reload();
    await hears(page);
    await page.locator('[data-test="refused"][data-outcome="refused"]').click();
    expect(await count(page, "refused")).toBe(1);
    // A scan leaves the list, and so does the last that is understood.
    await scan(page, goods[2]);
    await page.locator(".pad").waitFor();
    await page.locator('[data-test="refused"]').click();
    await page.locator('.no [data-test="understood"]').click();
    await page.locator(".pad").waitFor();
    await page.locator('[data-test="back"]').click();
    await page.locator('[data-test="refused"]:not([data-outcome])').waitFor();
    // What is not yet forgotten when the page ends is shown again.
    await expect.poll(() => stored(page)).toBe(0);
    await page.reload();
    await hears(page);
    await mode(page, 0);
    await scan(page, shelf);
    await scan(page, goods[1]);
    await shows(page, "recorded", goods[1]);
    expect(await count(page, "refused")).toBe(0);
  });

  test("shelves a box, whose goods keep their places; takes it back to the shelf before, and off that", async () => {
    const { boxes, shelves } = stage.tourLabels();
    const [box, before, other] = [boxes[0], shelves[0], shelves[1]];
    const { next, news, offShelf } = stage.words();
    const page = await opened();
    const band = page.locator('[data-test="outcome"]');
    const stands = (text: string) => page.locator(".found .place", { hasText: text }).waitFor();
    for (const at of [before, other]) {
      await scan(page, at);
      await page.locator('[data-test="next"]', { hasText: next.goodsOrBox }).waitFor();
      await scan(page, box);
      await shows(page, "recorded", box, at);
      await band.getByText(news.contents).waitFor();
    }
    await page.locator('[data-test="take-back"]').click();
    await shows(page, "recorded", box, before);
    await mode(page, 3);
    await scan(page, before);
    await page.locator(".found .line", { hasText: box.value }).click();
    await stands(before.value);
    await page.locator('.offers [data-test="act"]').click();
    await shows(page, "recorded", box);
    await stands(offShelf);
  });

  test("takes the last scan back: to where the goods were, or out of the box", async () => {
    const { goods, box, shelf } = labels();
    const [, other] = stage.labels().shelves;
    const page = await opened();
    for (const at of [shelf, other]) {
      await scan(page, at);
      await scan(page, goods[2]);
      await shows(page, "recorded", goods[2], at);
    }
    await page.locator('[data-test="take-back"]').click();
    await shows(page, "recorded", goods[2], shelf);
    await mode(page, 1);
    await scan(page, box);
    await scan(page, goods[3]);
    await stage.saveFew(page);
    await shows(page, "recorded", goods[3], box);
    await page.locator('[data-test="take-back"]').click();
    // What takes back cannot be taken back.
    await page.locator('[data-test="take-back"]').waitFor({ state: "detached" });
    await shows(page, "recorded", goods[3], box);
    await mode(page, 3);
    await scan(page, goods[3]);
    await page.locator(".found .place").waitFor();
    expect(await page.locator(".found .line code").count()).toBe(0);
    await scan(page, goods[2]);
    await page.locator(".found .place code", { hasText: shelf.value }).waitFor();
  });

  test("takes what somebody types as it is on the label, with an example before that, and refuses a wrong one", async () => {
    const { goods, box, shelf } = labels();
    const page = await opened();
    const type = async ({ value }: Label, example: string) => {
      await page.locator('.acts [aria-pressed="false"]').first().click();
      await page.locator(`.field[placeholder="${example}"]`).fill(value);
      await page.keyboard.press("Enter");
    };
    const { location, zongpai } = stage.site().formats;
    await type(box, location.example);
    await shows(page, "wrong-label");
    await page.getByText(stage.words().wrong.box.replace("{label}", box.value)).waitFor();
    await type(shelf, location.example);
    await type({ ...goods[0], value: goods[0].value.toLowerCase() }, zongpai.example);
    await shows(page, "recorded");
  });

  test("can be worked with keys alone, and hears the scanner from a button", async () => {
    const { goods, shelf } = labels();
    const page = await opened();
    await page.keyboard.press("Shift+Tab");
    await page.locator('[data-test="refused"]:focus').waitFor();
    await page.locator(".sign.deaf").waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".no").waitFor();
    await page.locator(".modes button").first().focus();
    await page.keyboard.press("Space");
    await scan(page, shelf);
    await scan(page, goods[0]);
    await shows(page, "recorded");
  });

  test("lets one tab scan, and the other go on when it is closed", async () => {
    const { shelf } = labels();
    const first = await opened();
    const second = await first.context().newPage();
    await second.goto(stage.address());
    await second.getByText(stage.words().next.otherTab).waitFor();
    await first.close();
    await hears(second);
    await scan(second, shelf);
    await second.locator(".sign b", { hasText: shelf.value }).waitFor();
    await second.context().close();
  });

  test("starts a new version when the worker says so, and never while something is in hand", async () => {
    const { goods, shelf } = labels();
    const page = await opened();
    await isInstalled(page);
    await page.reload();
    await hears(page);
    stage.network.edit = (text, path) => (path.endsWith("sw.js") ? `${text}\n// new` : text);
    await scan(page, shelf);
    await page.evaluate(
      "navigator.serviceWorker.getRegistration().then((registration) => registration.update())",
    );
    const waits =
      "navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting !== null)";
    await expect.poll(() => page.evaluate(waits)).toBe(true);
    const start = page.getByRole("button", { name: stage.words().acts.newVersion });
    await page.context().setOffline(true);
    await scan(page, goods[0]);
    await shows(page, "kept", goods[0]);
    expect(await start.count()).toBe(0);
    await page.locator(".sign .btn").click();
    await start.waitFor();
    await page.context().setOffline(false);
    const loaded = page.waitForEvent("load");
    await start.click();
    await loaded;
    await hears(page);
    await answered(page);
    expect(await count(page, "refused")).toBe(0);
  });

  test("takes no scan on a device that is full, says so aloud until there is space, loses nothing of what was kept, and goes on", async () => {
    const [first, second, third, fourth, fifth] = stage.labels().goods.slice(10) as Row;
    const { shelf } = labels();
    /** Gives the browser so many bytes, or as many as it likes. */
    let quota = async (_size?: number): Promise<unknown> => undefined;
    const page = await stage.opened(async (page) => {
      await page.addInitScript(spies);
      const devtools = await page.context().newCDPSession(page);
      quota = (quotaSize) =>
        devtools.send("Storage.overrideQuotaForOrigin", { origin: stage.origin(), quotaSize });
      await quota(2e7);
    });
    const context = page.context();
    await isInstalled(page);
    await context.setOffline(true);
    await scan(page, shelf);
    for (const label of [first, second]) {
      await scan(page, label);
      await shows(page, "kept", label);
    }
    // Chromium believes what it knew of the quota, until more than that is to be stored.
    await quota(1_000);
    expect(await page.evaluate(stores(3e7))).toBe("QuotaExceededError");
    const { outcomes, next, wasFull } = stage.words();
    for (const label of [third, fourth]) {
      await page.evaluate("seen.shakes.length = 0");
      await scan(page, label);
      await shows(page, "refused", label, { value: outcomes.notKept });
      expect((await seenBy(page)).shakes).toEqual(["300 100 300 100 300"]);
      await page.locator('[data-test="next"]', { hasText: next.stop }).waitFor();
    }
    await expect.poll(() => count(page, "waiting")).toBe(2);
    // What was kept goes out all the same, and then the page asks for the scan again.
    await context.setOffline(false);
    await answered(page);
    await page.locator('[data-test="next"]', { hasText: next.goods }).waitFor();
    await page.getByText(wasFull.replace("{goods}", fourth.value)).waitFor();
    await quota();
    for (const label of [third, fifth]) {
      await scan(page, label);
      await shows(page, "recorded", label);
    }
    for (const label of [first, second, third, fourth, fifth])
      expect(await placesOf(stage.table(), label)).toEqual(label === fourth ? [] : [shelf.value]);
    expect(await count(page, "refused")).toBe(0);
  });
});
