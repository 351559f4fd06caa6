import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { onStage, type WorkerStage } from "./rig.ts";
import {
  isInstalled,
  type Label,
  mode,
  nothingWaits,
  offline,
  online,
  put,
  scan,
  shows,
  tap,
  touch,
} from "./steps.ts";

const lookUp = async (page: Page, label: Label) => {
  await mode(page, 3);
  await put(page, label);
  await page.locator(".found:not([aria-busy=true]) h3").first().waitFor();
};
/** The button with which a box leaves. */
const leaveKey = (page: Page) => page.locator('[data-test="act"]', { hasText: "Has left" });

/** Waits for a banner with this word and this line. */
const says = async (page: Page, word: string, line: string) => {
  await page.locator(".banner .word").getByText(word, { exact: true }).waitFor();
  await expect.poll(() => page.locator(".banner .what").textContent()).toBe(line);
};

/** Goods on the first shelf, in a box on the second. */
const packed = async (
  stage: WorkerStage,
  goods: readonly Label[],
  box: Label,
  shelves: Label[],
) => {
  const [shelf, other] = shelves as [Label, Label];
  for (const label of goods) {
    await stage.place(label, shelf);
    await stage.save("post-box", { box_no: box.value, zongpai: label.value, quantity: 1 });
  }
  await stage.save("post-box-location", { box_no: box.value, location: other.value });
};

onStage("a box that leaves, on demo,", "demo", (stage) => {
  test("says before what is missing, then when it left and by whom", async () => {
    const { page, goods, boxes, shelves } = await stage.opened();
    const [box] = boxes;
    const three = goods.slice(0, 3);
    await packed(stage, three, box, shelves);
    const missing = Number((await stage.boxOf(box))?.quantity) - 3;
    await lookUp(page, box);
    await expect
      .poll(() => leaveKey(page).allTextContents())
      .toEqual([`Has left, ${missing} missing`]);
    await leaveKey(page).click();
    await says(page, "Has left", `Box ${box.value} and its 3 goods`);
    await page.getByTestId("left").waitFor();
    const note = page.locator('[data-test="left"] + .soft');
    await expect.poll(() => note.textContent()).toMatch(/^\d?\d:\d\d.*, demo$/);
    await page.getByText("Was in the box").waitFor();
    expect(await leaveKey(page).count()).toBe(0);
    expect(await stage.boxOf(box)).toMatchObject({ cleared: true, who: "demo" });
    for (const label of three)
      expect(await stage.placesOf(label)).toEqual([shelves[0].value, "saved", "cleared"]);
  });

  test("is taken back whole, also one that was on no shelf", async () => {
    const { page, goods, boxes, shelves } = await stage.opened();
    const [box, other] = boxes;
    const [one, two] = goods;
    await packed(stage, [one], box, shelves);
    await stage.place(two, shelves[0]);
    await stage.save("post-box", { box_no: other.value, zongpai: two.value, quantity: 1 });
    const back = {
      [box.value]: { location: shelves[1].value },
      [other.value]: { off_shelf: true },
    };
    for (const label of [box, other]) {
      await lookUp(page, label);
      await leaveKey(page).click();
      await says(page, "Has left", `Box ${label.value} and its 1 goods`);
      expect(await page.getByTestId("take-back").textContent()).toBe(`Take back ${label.value}`);
      await tap(page, "take-back");
      await says(page, "Taken back", `Box ${label.value} and its 1 goods`);
      expect(await stage.boxOf(label)).toMatchObject({ ...back[label.value] });
      expect(await stage.boxOf(label)).not.toHaveProperty("cleared");
      // It can leave again.
      await leaveKey(page).waitFor();
    }
    for (const label of [one, two])
      expect((await stage.placesOf(label)).slice(-2)).toEqual(["cleared", shelves[0].value]);
  });

  test("has left without the goods that were refused, which the page names", async () => {
    const { page, goods, boxes, shelves } = await stage.opened();
    const [box] = boxes;
    const [one, two] = goods;
    await packed(stage, [one, two], box, shelves);
    await lookUp(page, box);
    await leaveKey(page).waitFor();
    const error = { error_code: "GOODS_NOT_FOUND", message: "No.", domain: "warehouse" };
    stage.network.fateOf = ({ body }) =>
      body.includes(`"${two.value}"`) ? { status: 404, body: error } : undefined;
    await leaveKey(page).click();
    await says(page, "Refused", `Box ${box.value} has left, without ${two.value}`);
    await page.getByTestId("see-refused").waitFor();
    expect(await stage.boxOf(box)).toMatchObject({ cleared: true });
    expect((await stage.placesOf(one)).at(-1)).toBe("cleared");
    expect((await stage.placesOf(two)).at(-1)).toBe("saved");
  });

  test("takes a save, and the key says before that it has left", async () => {
    const { page, goods, boxes } = await stage.opened();
    const [box] = boxes;
    const [one] = goods;
    await stage.save("clear-box", { box_no: box.value });
    await mode(page, 1);
    await put(page, box);
    await page.getByTestId("left").waitFor();
    await scan(page, one);
    await touch(page, 2);
    const key = page.getByTestId("save");
    await key.getByText("The box has left").waitFor();
    await key.click();
    await shows(page, "recorded", one, box);
    expect(await stage.boxOf(box)).toMatchObject({ cleared: true, items: [{ quantity: 2 }] });
  });

  test("offline waits with its goods, and is not offered again", async () => {
    const { page, goods, boxes, shelves } = await stage.opened();
    const [box] = boxes;
    await packed(stage, goods.slice(0, 1), box, shelves);
    await isInstalled(page);
    await lookUp(page, box);
    await leaveKey(page).waitFor();
    stage.network.fateOf = ({ method }) => (method === "GET" ? undefined : "drop");
    await offline(page);
    await leaveKey(page).click();
    await says(page, "0 of 2", `Has left: Box ${box.value} and its 1 goods`);
    expect(await leaveKey(page).count()).toBe(0);
    stage.network.fateOf = () => undefined;
    await online(page);
    await page.evaluate("dispatchEvent(new Event('online'))");
    await nothingWaits(page);
    await says(page, "Has left", `Box ${box.value} and its 1 goods`);
  });

  test("is known by its goods if 0.3.0 put it off the shelf", async () => {
    const { page, boxes } = await stage.opened();
    const [box, still] = boxes;
    const [one, two] = stage.labels(20).goods.slice(18) as [Label, Label];
    for (const [label, zongpai] of [
      [box, one.value],
      [still, two.value],
    ] as const) {
      await stage.save("post-box", { box_no: label.value, zongpai, quantity: 1 });
      await stage.save("post-box-location", { box_no: label.value, off_shelf: true });
    }
    await stage.save("clear-place", { zongpai: one.value });
    await stage.save("post-trace-location", { zongpai: two.value, off_shelf: true });
    await lookUp(page, box);
    await page.getByTestId("left").waitFor();
    expect(await leaveKey(page).count()).toBe(0);
    await lookUp(page, still);
    await leaveKey(page).waitFor();
    expect(await page.getByTestId("left").count()).toBe(0);
  });

  test("cannot leave by an answer from before this page put it on a shelf", async () => {
    const { page, boxes, shelves } = await stage.opened();
    const [box] = boxes;
    const [shelf] = shelves;
    await lookUp(page, box);
    await leaveKey(page).waitFor();
    await mode(page, 0);
    await put(page, shelf);
    await put(page, box);
    await shows(page, "recorded", box, shelf);
    const arrives = Promise.withResolvers<void>();
    await page.route(/box\/info/, (route) => arrives.promise.then(() => route.continue()));
    await mode(page, 3);
    await put(page, box);
    await page.locator(".found[aria-busy=true] h3").first().waitFor();
    expect(await leaveKey(page).count()).toBe(0);
    arrives.resolve();
    await page.locator(".found .place code", { hasText: shelf.value }).waitFor();
    await leaveKey(page).click();
    await page.getByTestId("left").waitFor();
  });
});
