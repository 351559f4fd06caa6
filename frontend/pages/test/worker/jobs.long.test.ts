import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { installClock } from "../browser.ts";
import { onStage } from "./rig.ts";
import {
  answered,
  count,
  forgetSeen,
  inHand,
  isInstalled,
  isReadyToScan,
  keepsSeen,
  keptBy,
  type Label,
  mode,
  nothingLate,
  offline,
  online,
  scan as put,
  reload,
  saveFew,
  seenBy,
  shelve,
  shows,
  showsLate,
  stored,
  touch,
  typeByHand,
} from "./steps.ts";

/** Counts the scans and taps of each job. */
const jobsOn = (page: Page) => {
  let spent = { scans: 0, taps: 0 };
  const table: Record<string, typeof spent> = {};
  return {
    table,
    scan: (label: Label) => {
      spent.scans += 1;
      return put(page, label);
    },
    tap: (selector: string, at = 0) => {
      spent.taps += 1;
      return page.locator(selector).nth(at).click();
    },
    tapWords: (words: string) => {
      spent.taps += 1;
      return page.locator(".btn, .line").filter({ hasText: words }).first().click();
    },
    ends: (job: string) => {
      table[job] = spent;
      spent = { scans: 0, taps: 0 };
    },
  };
};

onStage("the jobs of the worker's page, on demo", "demo", (stage) => {
  /** Waits until the row of a box shows this quantity. */
  const holds = (page: Page, { value }: Label, quantity: number) =>
    page
      .locator(".line", { hasText: value })
      .locator(".n", { hasText: `${quantity}` })
      .waitFor();

  test("take no more scans and taps than they must", async () => {
    const { page, goods, boxes, unknown } = await stage.opened();
    const [one, two, three] = goods;
    const [box, other] = boxes;
    const [{ code: category = "" } = {}] = stage.site().attachment.categories;
    for (const { value: zongpai } of [one, two])
      await stage.save("post-box", { box_no: box.value, zongpai, quantity: 2 });
    await stage.save("put-attachment-config", {
      zongpai: three.value,
      entries: [{ category, quantity: 1 }],
    });
    const { table, scan, tap, ends } = jobsOn(page);

    await mode(page, 1);
    await scan(box);
    await scan(one);
    await tap(".pad .btn", 4);
    await tap('[data-test="save"]');
    await shows(page, "recorded", one, box);
    await holds(page, one, 5);
    ends("correct a quantity");

    await mode(page, 0);
    await mode(page, 1);
    await scan(box);
    await scan(two);
    await tap('.offers [data-test="act"]', 1);
    await scan(other);
    await shows(page, "recorded", two, other);
    await page.locator(".line", { hasText: two.value }).waitFor({ state: "detached" });
    ends("move between boxes");

    await page.locator(".prompt .btn").click();
    await put(page, other);
    await holds(page, two, 2);
    await tap(".modes button", 3);
    await scan(two);
    await page.locator(".found .line", { hasText: other.value }).waitFor();
    await tap('[data-test="back"]');
    await inHand(page, other);
    ends("find goods and go on");

    await put(page, unknown);
    await page.locator(".save").click();
    await shows(page, "refused", unknown);
    await tap('.banner [data-test="understood"]');
    await page.locator('[data-test="refused"]:not([data-outcome])').waitFor();
    await inHand(page, other);
    ends("see why refused and go on");

    await tap(".modes button", 2);
    await scan(three);
    // Only one attachment fits the box, and only one piece of it, so the page asks for neither.
    await page.getByTestId("next").filter({ hasText: stage.words().next.boxOrShelf }).waitFor();
    await scan(box);
    await shows(page, "recorded", three, box);
    ends("attach a manual");

    expect(table).toEqual({
      "correct a quantity": { scans: 2, taps: 2 },
      "move between boxes": { scans: 3, taps: 1 },
      "find goods and go on": { scans: 1, taps: 2 },
      "see why refused and go on": { scans: 0, taps: 1 },
      "attach a manual": { scans: 2, taps: 1 },
    });
  });

  test("count the same attachment again for a box that is scanned meanwhile", async () => {
    const { page, goods, boxes } = await stage.opened();
    const [one] = goods;
    const [box, other] = boxes;
    await stage.configure(one);
    await mode(page, 2);
    await put(page, one);
    await page.locator(".pick:enabled").first().click();
    await put(page, box);
    await touch(page, 2);
    await put(page, other);
    await page.locator(".counting code", { hasText: other.value }).waitFor();
    await page.locator(".save").click();
    await shows(page, "recorded", one, other);
    expect([await stage.contentsOf(box), await stage.contentsOf(other)]).toEqual([[], []]);
  });

  test("count by repeated scans with a rising tick, or by typed digits", async () => {
    const { page, goods, boxes } = await stage.opened();
    const [one, two] = goods;
    await mode(page, 1);
    await put(page, boxes[0]);
    await installClock(page);
    const shown = page.getByTestId("count");
    const number = (expected: number) =>
      shown.filter({ hasText: new RegExp(`^${expected}$`) }).waitFor();
    await forgetSeen(page);
    // A stopped clock makes all characters of a label arrive at once, however slow the machine is.
    await page.clock.pauseAt(Date.now() + 60_000);
    for (const times of [1, 2, 3]) {
      await put(page, one);
      await number(times);
      await page.clock.fastForward(600);
    }
    await page.clock.resume();
    const { tones } = await seenBy(page);
    expect(tones.map((tone) => Math.round(Number(tone.split(" ")[1])))).toEqual([1760, 1865, 1976]);
    await put(page, two);
    await number(1);
    await typeByHand(page, "12");
    await number(12);
    const height = (await shown.boundingBox())?.height;
    await typeByHand(page, "99999");
    await number(99_999);
    expect((await shown.boundingBox())?.height).toBeLessThanOrEqual(height ?? 0);
    await typeByHand(page, "12");
    await number(12);
    await page.locator(".save").click();
    await holds(page, one, 3);
    await holds(page, two, 12);
    // Counting continues from the quantity in the box. That has one meaning, so there is one key.
    await put(page, one);
    await number(3);
    await page.clock.fastForward(600);
    await put(page, one);
    await number(4);
    const { setTo, extra } = stage.words();
    expect(await page.locator(".pad .save").allTextContents()).toEqual([
      `${setTo.replace("{count}", "4")} ${extra.replace("{count}", "1")}`,
    ]);
    await page.getByTestId("back").click();
    // Without the number pad, digits are a wrong label.
    await put(page, { typed: "12" });
    await shows(page, "wrong-label");
  });

  test("offer what was meant when the box has changed before the save", async () => {
    const { page, goods, boxes } = await stage.opened();
    const [[one], [box]] = [goods, boxes];
    const { news, add, setTo, fewer, inBoxThen } = stage.words();
    const item = { box_no: box.value, zongpai: one.value };
    const { stale } = news;
    const said = (text: string, number: number) => text.replace("{count}", `${number}`);
    /** Another scanner changes the box after the page has shown it. */
    const isChanged = async (shown: number, quantity: number) => {
      await put(page, one);
      await page
        .getByTestId("count")
        .filter({ hasText: `${shown}` })
        .waitFor();
      await stage.save("edit-box", { ...item, quantity });
    };
    const isStale = (now: number, before: number) =>
      page
        .getByText(said(stale.replace("{goods}", one.value), now).replace("{before}", `${before}`))
        .waitFor();
    await stage.save("post-box", { ...item, quantity: 3 });
    await mode(page, 1);
    await put(page, box);
    await isChanged(3, 9);
    await touch(page, 7);
    await page.getByTestId("save").click();
    await shows(page, "refused", one);
    await isStale(9, 3);
    const correction = page.getByTestId("act").filter({ hasText: said(setTo, 7) });
    await correction.filter({ hasText: said(fewer, 2) }).click();
    await shows(page, "recorded", one);
    await holds(page, one, 7);

    await isChanged(7, 4);
    await touch(page, 2);
    await page.getByTestId("add").click();
    await shows(page, "refused", one);
    await isStale(4, 7);
    const addition = page.getByTestId("act").filter({ hasText: said(add, 2) });
    await addition.filter({ hasText: said(inBoxThen, 6) }).click();
    await shows(page, "recorded", one);
    await holds(page, one, 6);

    // A restarted page still knows what was meant.
    await isInstalled(page);
    await isChanged(6, 8);
    await offline(page);
    await touch(page, 3);
    await page.getByTestId("add").click();
    await shows(page, "kept", one);
    await reload(page);
    await isReadyToScan(page);
    await online(page);
    await page.evaluate("dispatchEvent(new Event('online'))");
    await showsLate(page, "refused", one);
    await page.getByTestId("refused").click();
    await isStale(8, 6);
    await addition.or(page.getByTestId("act").filter({ hasText: said(inBoxThen, 11) })).waitFor();
  });

  test("offer to add or to set when the box holds some already", async () => {
    const { page, goods, boxes } = await stage.opened();
    const [[one], [box]] = [goods, boxes];
    const { add, setTo, fewer, inBoxThen } = stage.words();
    const said = (text: string, number: number) => text.replace("{count}", `${number}`);
    await isInstalled(page);
    await offline(page);
    await mode(page, 1);
    await put(page, box);
    await put(page, one);
    await touch(page, 2);
    await page.getByTestId("save").click();
    await shows(page, "kept", one);
    await stage.save("post-box", { box_no: box.value, zongpai: one.value, quantity: 5 });
    await online(page);
    await shows(page, "refused", one);
    await expect
      .poll(() => page.locator(".banner .btn").allTextContents())
      .toEqual([
        `${said(add, 2)} ${said(inBoxThen, 7)}`,
        `${said(setTo, 2)} ${said(fewer, 3)}`,
        stage.words().acts.understood,
      ]);
  });

  test("keep what is in hand when it is read a second time", async () => {
    const { page, goods, shelves } = await stage.opened({ prepare: installClock });
    await put(page, shelves[0]);
    await page.clock.fastForward(2_000);
    await shelve(page, shelves[0], "recorded", goods[0]);
    expect((await seenBy(page)).tones).toEqual(["sine 1760", "sine 1760", "sine 1320"]);
  });

  test("say that goods left, and again after a later scan is taken back", async () => {
    const { page, goods, shelves } = await stage.opened();
    const [[one], [shelf]] = [goods, shelves];
    const { acts, nowhere } = stage.words();
    await shelve(page, shelf, "recorded", one);
    await mode(page, 3);
    await put(page, shelf);
    const row = page.locator(".found .line", { hasText: one.value });
    await row.click();
    await page.locator(".picks .line", { hasText: acts.left }).click();
    await row.waitFor({ state: "detached" });
    await put(page, one);
    await page.getByText(nowhere).waitFor();
    // A reloaded page learns this from the history.
    await reload(page);
    await page.getByTestId("back").click();
    await inHand(page, shelf);
    await put(page, one);
    await shows(page, "recorded", one, shelf);
    await page.getByTestId("take-back").click();
    await page.getByTestId("take-back").waitFor({ state: "detached" });
    await expect
      .poll(() => stage.placesOf(one))
      .toEqual([shelf.value, "cleared", shelf.value, "cleared"]);
  });

  test.each(["stays open", "starts again"])(
    "show each late outcome until it is seen, in a page that %s",
    async (how) => {
      const { page, goods, boxes, shelves, unknown } = await stage.opened();
      const [late] = goods;
      await isInstalled(page);
      stage.network.fateOf = ({ method }) => (method === "GET" ? undefined : "drop");
      await offline(page);
      await shelve(page, shelves[0], "kept", late);
      await mode(page, 1);
      await put(page, boxes[0]);
      await put(page, unknown);
      await saveFew(page);
      await shows(page, "kept", unknown);
      if (how === "starts again") {
        await reload(page);
        await isReadyToScan(page);
        await page
          .locator(".banner", { hasText: stage.words().safe.replace("{count}", "2") })
          .waitFor();
      } else await page.getByTestId("waiting").click();
      await expect
        .poll(() => page.locator(".trail li[data-outcome=kept]").allTextContents())
        .toEqual([expect.stringContaining(unknown.value), expect.stringContaining(late.value)]);
      expect(await page.getByTestId("take-back").textContent()).toContain(unknown.value);
      await stage.place(late, shelves[1]);
      await forgetSeen(page);
      stage.network.fateOf = () => undefined;
      await online(page);
      await page.evaluate("dispatchEvent(new Event('online'))");
      await answered(page);
      await page.getByTestId("late").getByText("+1").waitFor();
      expect(await count(page, "refused")).toBe(1);
      const { shakes } = await seenBy(page);
      expect(shakes.toSorted()).toEqual(["200", "300 100 300 100 300"]);
      const first = await page.getByTestId("late").getAttribute("data-outcome");
      await page.getByTestId("seen").click();
      // A restarted page shows only what was not seen.
      const [outcome, second] =
        first === "superseded" ? ["refused", unknown] : ["superseded", late];
      await showsLate(page, outcome, second);
      await keepsSeen(page, true);
      await reload(page);
      await isReadyToScan(page);
      await showsLate(page, outcome, second);
      expect(await page.getByTestId("late").getByText("+1").count()).toBe(0);
      await page.getByTestId("seen").click();
      await nothingLate(page);
      await mode(page, 1);
      await put(page, boxes[0]);
      await page.locator(".line", { hasText: unknown.value }).waitFor();
      await mode(page, 0);
      await put(page, shelves[0]);
      await page.locator(".trail [data-outcome=superseded]", { hasText: late.value }).waitFor();
      // Both are listed until they are understood. The header counts the refused one.
      expect(await count(page, "refused")).toBe(1);
      await page.getByTestId("refused").click();
      await page.locator(".no li[data-outcome=superseded]", { hasText: late.value }).waitFor();
      await page.locator(".no li[data-outcome=refused]", { hasText: unknown.value }).waitFor();
      await page.locator(".no > .btn").click();
      await page.locator('[data-test="refused"]:not([data-outcome])').waitFor();
      // The page shows again what its storage has not yet forgotten when it reloads.
      await expect.poll(() => stored(page)).toBe(0);
      await expect.poll(() => keptBy(page)).not.toContain("superseded");
      await reload(page);
      await isReadyToScan(page);
      expect(await count(page, "refused")).toBe(0);
    },
  );
});

onStage("the jobs of many goods on the worker's page, on demo", "demo", (stage) => {
  test("take few scans and taps for many goods", async () => {
    const { page, boxes, shelves } = await stage.opened();
    const [box, other] = boxes;
    const [shelf, empty] = shelves;
    // Goods that the ERP knows.
    const goods = stage.labels(20).goods;
    const boxed = goods.slice(10);
    for (const label of goods) await stage.place(label, shelf);
    for (const { value: zongpai } of boxed)
      await stage.save("post-box", { box_no: box.value, zongpai, quantity: 1 });
    const { table, scan, tap, tapWords, ends } = jobsOn(page);
    const recorded = (what: string) =>
      page.locator('.banner[data-outcome="recorded"] .what', { hasText: what }).waitFor();

    await tap(".modes button", 3);
    await scan(shelf);
    await tapWords("Move all 20");
    await scan(empty);
    await recorded(`20 on ${empty.value}`);
    ends("move all 20 of a shelf to another");

    await mode(page, 0);
    await tap(".modes button", 3);
    await scan(empty);
    await tapWords("All 20 off shelf");
    await recorded("20 off shelf");
    ends("empty a shelf of 20");

    await mode(page, 0);
    await scan(shelf);
    await scan(box);
    await shows(page, "recorded", box);
    await tap('[data-test="bring-along"]');
    await recorded(`10 on ${shelf.value}`);
    ends("shelve a box with its 10 goods");

    await tap(".modes button", 3);
    await scan(box);
    await tapWords("Has left, with 10 goods");
    await recorded(`Box ${box.value} and its 10 goods`);
    ends("ship a box of 10");

    await mode(page, 0);
    for (const label of [...goods.slice(0, 3), other]) {
      await put(page, label);
      await shows(page, "recorded", label, shelf);
    }
    const [, second = other] = goods;
    await tap(".trail .line", 1);
    await tap('.picks [data-test="take-back"]');
    await page.locator(".banner .word").getByText("Taken back", { exact: true }).waitFor();
    await shows(page, "recorded", second);
    ends("take back the third last scan");

    expect(table).toEqual({
      "move all 20 of a shelf to another": { scans: 2, taps: 2 },
      "empty a shelf of 20": { scans: 1, taps: 2 },
      "shelve a box with its 10 goods": { scans: 2, taps: 1 },
      "ship a box of 10": { scans: 1, taps: 2 },
      "take back the third last scan": { scans: 0, taps: 2 },
    });
  });
});
