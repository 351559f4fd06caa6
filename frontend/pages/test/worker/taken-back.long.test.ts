import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { onStage } from "./rig.ts";
import {
  forgetSeen,
  isInstalled,
  isReadyToScan,
  mode,
  nothingWaits,
  offline,
  online,
  reload,
  scan,
  seenBy,
  shelve,
  shows,
  tap,
} from "./steps.ts";

/** Waits for a banner with this word and this line. */
const says = async (page: Page, word: string, line: string) => {
  await page.locator(".banner .word").getByText(word, { exact: true }).waitFor();
  await expect.poll(() => page.locator(".banner .what").textContent()).toBe(line);
};

/** Takes the last scan back, and waits for this line in the banner. */
const backIs = async (page: Page, line: string) => {
  await tap(page, "take-back");
  await says(page, "Taken back", line);
  await page.locator('.banner > .i path[d^="M8 4 3 9"]').waitFor();
};

onStage("after a take-back on demo the worker's page says", "demo", (stage) => {
  /** The code of the first category, which the page calls Manual. */
  const manual = () => stage.site().attachment.categories[0]?.code ?? "";
  const put = (page: Page, count: number) =>
    page
      .locator(".pad .btn", { hasText: `${count}` })
      .first()
      .click();
  const acts = (page: Page, word: string) =>
    page.locator('[data-test="act"]', { hasText: word }).first().click();

  /** Waits for this list below the banner: its heading, then the goods of its rows. */
  const lists = (page: Page, ...texts: string[]) =>
    expect.poll(() => page.locator(".found h2 span, .trail code").allTextContents()).toEqual(texts);

  test("the shelf that goods are on again, and does not count them as put", async () => {
    const { page, goods, shelves } = await stage.opened();
    const [[one, two], [before, now]] = [goods, shelves];
    await stage.place(one, before);
    await shelve(page, now, "recorded", two, one);
    await backIs(page, `${one.value} is on ${before.value} again`);
    await lists(page, "1 put now, 1 here", two.value);
    expect(await stage.placesOf(one)).toEqual([before, now, before].map(({ value }) => value));
    // The list leaves out what the banner shows.
    await shelve(page, now, "recorded", two);
    await lists(page, "1 put now, 1 here");
    await scan(page, before);
    await lists(page, "1 put now, 1 here", one.value);
    await page.locator(".trail .word").getByText("Taken back", { exact: true }).waitFor();
  });

  test("that goods have no place, are off shelf again, or have left again", async () => {
    const { page, goods, shelves } = await stage.opened();
    const [[one, two, three], [shelf]] = [goods, shelves];
    await stage.save("post-trace-location", { zongpai: two.value, off_shelf: true });
    await stage.place(three, shelf);
    await stage.save("clear-place", { zongpai: three.value });
    await shelve(page, shelf, "recorded", one);
    await backIs(page, `${one.value} has no place`);
    await shelve(page, shelf, "recorded", two);
    await backIs(page, `${two.value} is off shelf again`);
    await shelve(page, shelf, "recorded", three);
    await backIs(page, `${three.value}: has left, as before`);
  });

  test("the shelf again of goods that had left, and of a box", async () => {
    const { page, goods, boxes, shelves } = await stage.opened();
    const [[one], [box], [shelf, other]] = [goods, boxes, shelves];
    await shelve(page, shelf, "recorded", one);
    await mode(page, 3);
    await scan(page, one);
    await acts(page, stage.words().acts.left);
    await backIs(page, `${one.value} is on ${shelf.value} again`);
    await mode(page, 0);
    await shelve(page, shelf, "recorded", box);
    await shelve(page, other, "recorded", box);
    await backIs(page, `Box ${box.value} is on ${shelf.value} again`);
  });

  test("what a box holds again after each kind of change", async () => {
    const { page, goods, boxes } = await stage.opened();
    const [[one, two], [box, other]] = [goods, boxes];
    await stage.save("post-box", { box_no: box.value, zongpai: two.value, quantity: 2 });
    await mode(page, 1);
    await scan(page, box);
    await scan(page, one);
    await tap(page, "save");
    await shows(page, "recorded", one, box);
    await backIs(page, `${one.value} is not in ${box.value}`);
    const again = `${two.value} × 2 in ${box.value} again`;
    await scan(page, two);
    await put(page, 5);
    await page.locator(".pad .btn", { hasText: "Set to 5" }).click();
    await shows(page, "recorded", two, box);
    await backIs(page, again);
    await scan(page, two);
    await acts(page, "Take out 2");
    await shows(page, "recorded", two, box);
    await backIs(page, again);
    await scan(page, two);
    await acts(page, "Move 2");
    await scan(page, other);
    await shows(page, "recorded", two, other);
    await backIs(page, again);
  });

  test("where an attachment is again", async () => {
    const { page, goods, boxes, shelves } = await stage.opened();
    const [[{ value: zongpai, ...one }], [box], [shelf, other]] = [goods, boxes, shelves];
    await stage.configure({ value: zongpai, ...one });
    await stage.save("post-attachment-location", {
      zongpai,
      category: manual(),
      location: shelf.value,
    });
    const choose = () => page.locator(".pick", { hasText: "Manual" }).click();
    await mode(page, 2);
    await scan(page, one);
    await choose();
    await scan(page, box);
    await tap(page, "save");
    await shows(page, "recorded", { value: zongpai }, box);
    await backIs(page, `Manual of ${zongpai} is not in ${box.value}`);
    await choose();
    await scan(page, other);
    await shows(page, "recorded", { value: zongpai }, other);
    await backIs(page, `Manual of ${zongpai} is on ${shelf.value} again`);
  });

  test("that it was taken back, although the button was loaded later", async () => {
    stage.network.fateOf = ({ path }) => (/jobs/.test(path) ? "drop" : undefined);
    const { page, goods, shelves } = await stage.opened();
    const [[one], [shelf]] = [goods, shelves];
    await offline(page);
    await shelve(page, shelf, "kept", one);
    await expect.poll(() => page.getByTestId("take-back").count()).toBe(0);
    stage.network.fateOf = () => undefined;
    await online(page);
    await shows(page, "recorded", one);
    await tap(page, "take-back");
    await page.locator(".banner .word").getByText("Taken back", { exact: true }).waitFor();
  });

  test("that nothing was sent of a scan that was still waiting", async () => {
    const { page, goods, shelves } = await stage.opened();
    const [[one], [shelf]] = [goods, shelves];
    await offline(page);
    await shelve(page, shelf, "kept", one);
    await backIs(page, `${one.value} on ${shelf.value}`);
    await page.locator(".banner").getByText("Nothing was sent.").waitFor();
    await online(page);
    expect(await stage.placesOf(one)).toEqual([]);
  });

  test.each(["stays open", "starts again"])(
    "Waiting, and Taken back later without a sound, in a page that %s",
    async (how) => {
      const { page, shelves } = await stage.opened();
      const [[one, two], [before, now]] = [stage.labels().goods, shelves];
      await isInstalled(page);
      await shelve(page, before, "recorded", one);
      await shelve(page, now, "recorded", one);
      stage.network.fateOf = ({ method }) => (method === "GET" ? undefined : "drop");
      await offline(page);
      await tap(page, "take-back");
      const line = `Take back: ${one.value} on ${before.value}`;
      await says(page, "Waiting", line);
      if (how === "starts again") {
        await reload(page);
        await isReadyToScan(page);
        await expect.poll(() => page.locator(".trail li span").first().textContent()).toBe(line);
        expect(await page.getByTestId("take-back").count()).toBe(0);
        // A newer scan takes the banner.
        await mode(page, 0);
        await shelve(page, now, "kept", two);
      }
      await forgetSeen(page);
      stage.network.fateOf = () => undefined;
      await online(page);
      await nothingWaits(page);
      if (how === "starts again") await lists(page, "1 put");
      else {
        await says(page, "Taken back", `${one.value} is on ${before.value} again`);
        expect((await seenBy(page)).tones).toEqual([]);
      }
    },
  );
});

onStage("after a take-back on odd the worker's page records", "test/site/odd.ts", (stage) => {
  test("off shelf with the note from before", async () => {
    const { page, goods, shelves } = await stage.opened();
    const [[one], [shelf]] = [goods, shelves];
    const note = "Tor 3";
    await stage.save("post-trace-location", {
      zongpai: one.value,
      off_shelf: true,
      location: note,
    });
    await shelve(page, shelf, "recorded", one);
    await tap(page, "take-back");
    await page.getByTestId("take-back").waitFor({ state: "detached" });
    await expect.poll(() => stage.placesOf(one)).toEqual([note, shelf.value, note]);
  });
});
