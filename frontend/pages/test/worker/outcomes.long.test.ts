import { expect, test } from "vitest";
import { onSites } from "./rig.ts";
import {
  answered,
  count,
  forgetSeen,
  inHand,
  isInstalled,
  isReadyToScan,
  keepsSeen,
  mode,
  nothingLate,
  offline,
  online,
  reload,
  saveFew,
  scan,
  scanned,
  seenBy,
  shelve,
  shows,
  showsLate,
  stored,
  tap,
  touch,
} from "./steps.ts";

/** Page script: stores so many bytes in another database. Gives "stored" or the name of the error. */
const stores = (bytes: number) => `new Promise((resolve) => {
  const opening = indexedDB.open("other");
  opening.onupgradeneeded = () => opening.result.createObjectStore("bytes");
  opening.onsuccess = () => {
    const storing = opening.result.transaction("bytes", "readwrite");
    storing.objectStore("bytes").put(Array.from({ length: ${bytes / 36} }, () => crypto.randomUUID()), 1);
    storing.oncomplete = () => resolve("stored");
    storing.onabort = () => resolve(storing.error.name);
  };
})`;

onSites("the outcomes on the worker's page of", (stage, { choice }) => {
  test("shows a refusal until it is understood, also after a reload", async () => {
    const { page, goods, boxes, shelves, unknown } = await stage.opened();
    await mode(page, 1);
    await scan(page, boxes[0]);
    await scan(page, unknown);
    await page.locator(".save").click();
    await shows(page, "refused");
    await reload(page);
    await isReadyToScan(page);
    await page.locator('[data-test="refused"][data-outcome="refused"]').click();
    expect(await count(page, "refused")).toBe(1);
    // A scan closes the list, and so does understanding its last refusal.
    await scan(page, goods[0]);
    await page.locator(".pad").waitFor();
    await tap(page, "refused");
    await page.locator(".no").getByTestId("understood").click();
    await page.locator(".pad").waitFor();
    await tap(page, "back");
    await page.locator('[data-test="refused"]:not([data-outcome])').waitFor();
    expect(await page.locator(".foot").textContent()).not.toContain(stage.words().acts.seeRefused);
    // The page shows again what its storage has not yet forgotten when it reloads.
    await expect.poll(() => stored(page)).toBe(0);
    await reload(page);
    await isReadyToScan(page);
    await mode(page, 0);
    await shelve(page, shelves[0], "recorded", goods[1]);
    expect(await count(page, "refused")).toBe(0);
  });

  test("shows a late refusal over the next number, until Seen is touched", async () => {
    const { page, goods, boxes, unknown } = await stage.opened();
    const [one, two] = goods;
    const strip = page.getByTestId("late");
    await mode(page, 1);
    await scan(page, boxes[0]);
    await scan(page, unknown);
    await page.locator(".pad").waitFor();
    await forgetSeen(page);
    await scan(page, one);
    await showsLate(page, "refused", unknown);
    await inHand(page, one);
    expect((await seenBy(page)).shakes).toContain("300 100 300 100 300");
    expect(await count(page, "refused")).toBe(1);
    await tap(page, "back");
    await page.locator(".pad").waitFor({ state: "detached" });
    // The banner shows neither this refusal nor the outcome of other goods.
    expect(await page.locator('[data-test="outcome"][data-outcome]').count()).toBe(0);
    await scan(page, two);
    await saveFew(page);
    await shows(page, "recorded", two);
    await showsLate(page, "refused", unknown);
    await mode(page, 3);
    await mode(page, 0);
    await showsLate(page, "refused", unknown);
    await reload(page);
    await isReadyToScan(page);
    await showsLate(page, "refused", unknown);
    await strip.getByTestId("seen").click();
    await nothingLate(page);
    expect(await count(page, "refused")).toBe(1);
    await keepsSeen(page, true);
    await reload(page);
    await isReadyToScan(page);
    await tap(page, "refused");
    await page.locator(".no li", { hasText: unknown.value }).waitFor();
    await nothingLate(page);
    await page.locator(".no").getByTestId("understood").click();
    await page.locator('[data-test="refused"]:not([data-outcome])').waitFor();
  });

  test("adds a typed number or sets it, and says what becomes fewer", async () => {
    const { page, goods, boxes } = await stage.opened();
    const [[one, two], [box]] = [goods, boxes];
    const { decimals } = stage.site().formats.quantity;
    const { add, setTo, fewer, inBoxThen, notes } = stage.words();
    const few = (number: number) => (decimals ? number / 10 : number);
    const said = (text: string, number: number) =>
      text.replace("{count}", String(few(number)).replace(".", decimals ? "," : "."));
    const keys = () => page.locator(".pad .save").allTextContents();
    const holds = (number: number) =>
      expect
        .poll(async () => (await stage.contentsOf(box)).map(({ quantity }) => quantity))
        .toEqual([few(number)]);
    await stage.save("post-box", { box_no: box.value, zongpai: one.value, quantity: few(3) });
    await mode(page, 1);
    await scan(page, box);
    await scan(page, one);
    await page
      .getByTestId("count")
      .filter({ hasText: said("{count}", 3) })
      .waitFor();
    await touch(page, 2);
    expect(await keys()).toEqual([
      `${said(add, 2)} ${said(inBoxThen, 5)}`,
      `${said(setTo, 2)} ${said(fewer, 1)}`,
    ]);
    // The number has two meanings, so the next scan must not save it.
    await scanned(page, "wrong-label", two);
    await page.getByText(notes.addOrSet).waitFor();
    await holds(3);
    await tap(page, "add");
    await shows(page, "recorded", one, box);
    await holds(5);
    await scan(page, one);
    await page
      .getByTestId("count")
      .filter({ hasText: said("{count}", 5) })
      .waitFor();
    await touch(page, 2);
    await tap(page, "save");
    await shows(page, "recorded", one, box);
    await holds(2);
    // "Set to" on a row has one meaning.
    await page.locator(".line", { hasText: one.value }).click();
    await page.locator(".picks .line").first().click();
    await touch(page, 1);
    expect(await keys()).toEqual([`${said(setTo, 1)} ${said(fewer, 1)}`]);
  });

  test("takes back the last scan of goods, of a box and into a box", async () => {
    const { page, goods, boxes, shelves } = await stage.opened();
    const [[one, two], [box], [before, other]] = [goods, boxes, shelves];
    const { news, next, offShelf } = stage.words();
    const found = (text: string) => page.locator(".found .place", { hasText: text }).waitFor();
    for (const label of [one, box]) {
      await shelve(page, before, "recorded", label);
      await shelve(page, other, "recorded", label);
      await tap(page, "take-back");
      await shows(page, "recorded", label, before);
    }
    await page.getByTestId("next").filter({ hasText: next.goodsOrBox }).waitFor();
    await shelve(page, before, "recorded", box);
    await page.getByTestId("outcome").getByText(news.contents).waitFor();
    await mode(page, 1);
    await scan(page, box);
    await scan(page, two);
    await saveFew(page);
    await shows(page, "recorded", two, box);
    await tap(page, "take-back");
    // A take-back cannot itself be taken back.
    await page.getByTestId("take-back").waitFor({ state: "detached" });
    await shows(page, "recorded", two, box);
    await mode(page, 3);
    await scan(page, two);
    await page.locator(".found .place").waitFor();
    expect(await page.locator(".found .line code").count()).toBe(0);
    await scan(page, one);
    await found(before.value);
    await scan(page, before);
    await page.locator(".found .line", { hasText: box.value }).click();
    await found(before.value);
    await page.locator(".offers [data-command=offShelf]").click();
    await shows(page, "recorded", box);
    await found(offShelf);
  });

  test("accepts a typed code, shows an example first, and refuses a wrong one", async () => {
    const { page, goods, boxes, shelves } = await stage.opened();
    const type = async (value: string, example: string) => {
      await page.locator('.acts [aria-pressed="false"]').first().click();
      await page.locator(`.field[placeholder="${example}"]`).fill(value);
      await page.keyboard.press("Enter");
    };
    const { location, zongpai } = stage.site().formats;
    await type(boxes[0].value, location.example);
    await shows(page, "wrong-label");
    await page.getByText(stage.words().wrong.box.replace("{label}", boxes[0].value)).waitFor();
    await type(shelves[0].value, location.example);
    await type(goods[0].value.toLowerCase(), zongpai.example);
    await shows(page, "recorded");
  });

  if (choice !== "demo") return;

  test("shows a refusal in the banner, not in the strip, after a reload", async () => {
    const { page, boxes, unknown } = await stage.opened();
    await mode(page, 1);
    await scan(page, boxes[0]);
    await scan(page, unknown);
    await page.locator(".save").click();
    await shows(page, "refused", unknown);
    await keepsSeen(page, false);
    await reload(page);
    await isReadyToScan(page);
    await shows(page, "refused", unknown);
    await nothingLate(page);
  });

  test("has its own sound and vibration for each outcome", async () => {
    const { page, goods, boxes, shelves, unknown } = await stage.opened();
    const signalled = async () => {
      const { tones, shakes } = await seenBy(page);
      return `${tones} / ${shakes.filter((shake) => shake !== "20")}`;
    };
    const sounds = async (signal: string, act: () => Promise<void>) => {
      await forgetSeen(page);
      await act();
      await expect.poll(signalled).toBe(signal);
    };
    await sounds("sine 1760 / ", () => scan(page, shelves[0]));
    await sounds("sine 1320 / 40", () => scan(page, goods[0]));
    await sounds("square 160 / 120 60 120", () => scan(page, { typed: "?" }));
    await offline(page);
    await sounds("sine 880,sine 880 / 40 60 40", () => scan(page, goods[1]));
    await online(page);
    await answered(page);
    await mode(page, 1);
    await sounds("sine 1760,sine 1760 / ", async () => {
      await scan(page, boxes[0]);
      await scan(page, unknown);
    });
    await sounds("square 220,square 220,square 220 / 300 100 300 100 300", () =>
      page.locator(".save").click(),
    );
  });

  test("works by keyboard alone, and reads the scanner while a button has focus", async () => {
    const { page, goods, shelves } = await stage.opened();
    await page.keyboard.press("Shift+Tab");
    await page.locator('[data-test="refused"]:focus').waitFor();
    await page.locator(".prompt.unfocused").waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".no").waitFor();
    await page.locator(".modes button").first().focus();
    await page.keyboard.press("Space");
    await shelve(page, shelves[0], "recorded", goods[0]);
  });

  test("lets one tab scan, and the other one when the first closes", async () => {
    const { page: first, shelves } = await stage.opened();
    const second = await first.context().newPage();
    await second.goto(stage.address());
    await second.getByText(stage.words().next.otherTab).waitFor();
    await first.close();
    await isReadyToScan(second);
    await scan(second, shelves[0]);
    await inHand(second, shelves[0]);
    await second.context().close();
  });

  test("starts a new version on request, but never with something in hand", async () => {
    const { page, goods, shelves } = await stage.opened();
    await isInstalled(page);
    await reload(page);
    await isReadyToScan(page);
    stage.network.edit = (text, path) => (path.endsWith("sw.js") ? `${text}\n// new` : text);
    const ask = (what: string) =>
      page.evaluate(`navigator.serviceWorker.getRegistration().then((one) => one.${what})`);
    await ask("update()");
    await expect.poll(() => ask("waiting !== null")).toBe(true);
    const start = page.getByRole("button", { name: stage.words().acts.newVersion });
    await offline(page);
    await shelve(page, shelves[0], "kept", goods[0]);
    expect(await start.count()).toBe(0);
    await page.locator(".prompt .btn").click();
    await start.waitFor();
    for (const hook of ["off-shelf", "check"]) expect(await page.getByTestId(hook).count()).toBe(1);
    await online(page);
    const loaded = page.waitForEvent("load");
    await start.click();
    await loaded;
    await isReadyToScan(page);
    await answered(page);
    expect(await count(page, "refused")).toBe(0);
  });

  test("refuses scans on a full device, keeps earlier ones, and recovers", async () => {
    const { page, goods, shelves } = await stage.opened();
    const devtools = await page.context().newCDPSession(page);
    const origin = stage.origin();
    /** Sets the quota of the page's origin in bytes; without an argument, resets it. */
    const quota = (quotaSize?: number) =>
      devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize });
    await quota(2e7);
    const [[first, second, third, fourth], [shelf]] = [goods, shelves];
    await isInstalled(page);
    await offline(page);
    await shelve(page, shelf, "kept", first, second);
    // Chromium uses its cached quota until a write exceeds the new one.
    await quota(1_000);
    expect(await page.evaluate(stores(3e7))).toBe("QuotaExceededError");
    const { outcomes, next, wasFull } = stage.words();
    const asksFor = (text: string) => page.getByTestId("next").filter({ hasText: text }).waitFor();
    for (const label of [third, fourth]) {
      await forgetSeen(page);
      await scanned(page, "refused", label, { value: outcomes.notKept });
      expect((await seenBy(page)).shakes).toEqual(["300 100 300 100 300"]);
      await asksFor(next.stop);
    }
    await expect.poll(() => count(page, "waiting")).toBe(2);
    // The kept scans are still sent, and then the page asks for each lost scan again.
    await online(page);
    await answered(page);
    await asksFor(next.goods);
    const lost = page.locator(".banner .what");
    await expect
      .poll(() => lost.textContent())
      .toBe(wasFull.replace("{goods}", `${third.value}, ${fourth.value}`));
    await quota();
    await scanned(page, "recorded", third);
    await showsLate(page, "refused", fourth);
    expect(await page.getByTestId("late").textContent()).not.toContain(third.value);
    await reload(page);
    await showsLate(page, "refused", fourth);
    await scanned(page, "recorded", fourth);
    await nothingLate(page);
    for (const label of [first, second, third, fourth])
      expect(await stage.placesOf(label)).toEqual([shelf.value]);
    expect(await count(page, "refused")).toBe(0);
  });
});
