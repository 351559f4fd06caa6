import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { faults } from "../browser.ts";
import { onSites } from "./rig.ts";
import {
  forgetSeen,
  isInstalled,
  type Label,
  mode,
  offline,
  online,
  readShown,
  reload,
  scan,
  scanned,
  seenBy,
  tap,
} from "./steps.ts";

onSites("a check of a shelf on", (stage, { choice }) => {
  /** Three goods on the first shelf, one on the second. */
  const filled = async () => {
    const opened = await stage.opened();
    const { goods, shelves } = opened;
    for (const [at, label] of goods.slice(0, 4).entries())
      await stage.place(label, shelves[at < 3 ? 0 : 1]);
    return opened;
  };
  const begin = (page: Page) => page.locator('.acts [data-test="check"]').click();
  const counts = (page: Page, count: number) =>
    page.locator('.prompt [data-test="count"]', { hasText: new RegExp(`^${count} `) }).waitFor();
  const sums = (page: Page) => page.locator(".sums dd").allTextContents();
  const cases = (page: Page, { value }: Label) => page.locator(".asked", { hasText: value });

  test("compares a shelf with the record, and writes only when a key is touched", async () => {
    const { page, goods, boxes, shelves } = await filled();
    const [right, again, missing, stray] = goods;
    await mode(page, 1);
    await scan(page, boxes[0]);
    await mode(page, 3);
    await scan(page, shelves[0]);
    await page.locator(".found .offers [data-test=act]").last().click();
    const before = stage.writes().length;
    for (const label of [right, again]) await scan(page, label);
    await counts(page, 2);
    await forgetSeen(page);
    await scanned(page, "wrong-label", stray, shelves[1]);
    expect((await seenBy(page)).shakes).toContain("120 60 120");
    await begin(page);
    await expect.poll(() => sums(page)).toEqual(["2", "1", "1"]);
    expect(stage.writes()).toHaveLength(before);

    await tap(page, "show");
    const typed = (await readShown(page.locator("svg.qr"))).replace(/^QRCode /, "");

    const board = await stage.newPage({ viewport: { width: 1_280, height: 800 } });
    await board.goto(stage.address("board"));
    await board.getByTestId("search").fill(typed);
    await board.keyboard.press("Enter");
    await expect.poll(() => sums(board)).toEqual(["2", "1", "1"]);
    expect(await faults(board, 24)).toEqual([]);
    await board.locator("tr", { hasText: missing.value }).getByTestId("act").click();
    await expect.poll(() => sums(board)).toEqual(["2", "0", "1"]);

    await tap(page, "back");
    await cases(page, stray).getByTestId("act").click();
    await page.locator(".asked[data-outcome=recorded]", { hasText: stray.value }).waitFor();
    expect(await stage.placesOf(stray)).toEqual([shelves[1].value, shelves[0].value]);
    // Further scans count in the next result.
    await scan(page, right);
    await begin(page);
    await expect.poll(() => sums(page)).toEqual(["3", "0", "0"]);
    await page.locator(".acts .main").click();
    await page.locator(".prompt code", { hasText: boxes[0].value }).waitFor();
  });

  if (choice !== "demo") return;

  test.each([
    ["en", "moved here", "off shelf"],
    ["de", "hierher gebucht", "ohne Fach"],
    ["zh-CN", "已移到此处", "下架"],
  ])(
    "says how each difference was settled, also with a longer shelf code (%s)",
    async (locale, moved, off) => {
      const { page } = await stage.opened({ locale });
      const [right, missing, stray] = stage.labels().goods.slice(10);
      const shelf = { value: "L1-AB-12", typed: "L1-AB-12" };
      if (!right || !missing || !stray) throw new Error("Too few labels.");
      for (const label of [right, missing]) await stage.place(label, shelf);
      await stage.place(stray, { value: "L1-K-2", typed: "" });
      await begin(page);
      for (const label of [shelf, right]) await scan(page, label);
      await scanned(page, "wrong-label", stray);
      await begin(page);
      const time = page.locator("#check time");
      await expect.poll(async () => (await time.boundingBox())?.height).toBeLessThan(40);
      await cases(page, stray).getByTestId("act").click();
      await page.locator(".asked[data-outcome=recorded]", { hasText: moved }).waitFor();
      await expect.poll(() => cases(page, stray).textContent()).not.toContain("L1-K-2");
      await offline(page);
      await cases(page, missing).getByTestId("act").click();
      await page.locator(".asked[data-outcome=kept]", { hasText: off }).waitFor();
      await online(page);
      await page.locator(".asked[data-outcome=recorded]", { hasText: off }).waitFor();
    },
  );

  test("continues offline and after a restart, and compares when the service answers", async () => {
    const { page, goods, shelves } = await filled();
    const [right, , , stray] = goods;
    await isInstalled(page);
    stage.network.fateOf = () => "drop";
    await offline(page);
    await begin(page);
    await scan(page, shelves[0]);
    for (const label of [right, stray, right]) await scan(page, label);
    await counts(page, 2);
    await expect.poll(() => page.locator(".trail li[data-outcome=kept]").count()).toBe(2);
    await begin(page);
    await tap(page, "show");
    await page.locator("svg.qr").waitFor();
    await reload(page);
    await page.locator("svg.qr").waitFor();
    stage.network.fateOf = () => undefined;
    await online(page);
    await tap(page, "back");
    await page.locator(".acts .btn").nth(1).click();
    await begin(page);
    await expect.poll(() => sums(page)).toEqual(["1", "2", "1"]);
    await cases(page, goods[1]).getByTestId("act").click();
    await page.locator(".asked[data-outcome=recorded]", { hasText: goods[1].value }).waitFor();
  });

  test("keeps what was settled in its list when the answer comes late", async () => {
    const { page } = await stage.opened();
    const { goods, shelves } = stage.labels();
    const [right, missing, stray] = goods.slice(13) as [Label, Label, Label];
    const shelf = shelves[10] as Label;
    for (const label of [right, missing]) await stage.place(label, shelf);
    await begin(page);
    await scan(page, shelf);
    await scan(page, right);
    await scanned(page, "wrong-label", stray);
    const answered = Promise.withResolvers<void>();
    await page.route(/overview\?/, (route) => answered.promise.then(() => route.continue()));
    await begin(page);
    for (const label of [stray, missing]) {
      await cases(page, label).getByTestId("act").click();
      await page.locator(".asked[data-outcome=recorded]", { hasText: label.value }).waitFor();
    }
    const answer = page.waitForResponse(/overview\?/);
    answered.resolve();
    await (await answer).finished();
    await expect.poll(() => sums(page)).toEqual(["2", "0", "0"]);
    expect(await page.locator(".asked[data-outcome=recorded]").count()).toBe(2);
  });

  test("settles all missing goods by one touch, and keeps the result open", async () => {
    const { page } = await stage.opened();
    const { goods, shelves } = stage.labels();
    const [right, one, other] = goods.slice(4) as [Label, Label, Label];
    const shelf = shelves[9] as Label;
    for (const label of [right, one, other]) await stage.place(label, shelf);
    await begin(page);
    for (const label of [shelf, right]) await scan(page, label);
    await begin(page);
    await expect.poll(() => sums(page)).toEqual(["1", "2", "0"]);
    await tap(page, "all-off-shelf");
    for (const { value } of [one, other])
      await page.locator(".asked[data-outcome=recorded]", { hasText: value }).waitFor();
    expect(await page.getByTestId("all-off-shelf").count()).toBe(0);
    for (const label of [one, other])
      expect(await stage.placesOf(label)).toEqual([shelf.value, ""]);
  });
});
