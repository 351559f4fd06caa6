import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { en } from "#words";
import { inChromium } from "../browser.ts";
import type { Label } from "../worker/steps.ts";
import { isDone, keyOf, said, says, sendKey } from "./act-steps.ts";
import { board, find, refresh } from "./rig.ts";

const { acts, actNotes, afterwards, off } = en.board;

inChromium("a box that leaves, on the board of demo,", () => {
  const stage = board("demo");
  const labelsAt = (at: number) => {
    const { goods, boxes, shelves } = stage.labels();
    return {
      goods: goods.slice(4 * at, 4 * at + 2) as [Label, Label],
      boxes: boxes.slice(3 * at) as [Label, Label, ...Label[]],
      shelves: shelves.slice(3 * at) as [Label, Label, ...Label[]],
    };
  };
  const packed = async (box: Label, goods: readonly Label[], shelf: Label) => {
    for (const label of goods) {
      await stage.place(label, shelf);
      const item = { box_no: box.value, zongpai: label.value, quantity: 1 };
      expect(await stage.save("post-box", item)).toBe("done");
    }
    await stage.save("post-box-location", { box_no: box.value, location: shelf.value });
  };

  const hasLeft = (page: Page) => page.locator(".facts dd", { hasText: acts.left }).waitFor();

  test("leaves with its goods, and is in no queue afterwards", async () => {
    const { goods, boxes, shelves } = labelsAt(0);
    const [box] = boxes;
    await packed(box, goods, shelves[0]);
    const missing = Number((await stage.boxOf(box))?.quantity) - 2;
    const page = await stage.opened();
    await find(page, box);
    await keyOf(page, "left").click();
    await says(page, said(afterwards.leftWith, { item: `Box ${box.value}`, count: 2 }));
    expect(await sendKey(page).textContent()).toBe(said(acts.leftMissing, { count: missing }));
    await sendKey(page).click();
    await isDone(page);
    await hasLeft(page);
    expect(
      await page
        .locator(".facts")
        .getByText(/, demo$/)
        .count(),
    ).toBe(1);
    expect(await keyOf(page, "left").count()).toBe(0);
    expect(await stage.boxOf(box)).toMatchObject({ cleared: true, who: "demo" });
    for (const label of goods) expect((await stage.placesOf(label)).at(-1)).toBe("cleared");
    expect(await page.getByTestId("off-shelf").getByText(box.value).count()).toBe(0);
  });

  test("has left, and the page names the refused goods, and sends only these", async () => {
    const { goods, boxes, shelves } = labelsAt(1);
    const [[one, two], [box]] = [goods, boxes];
    await packed(box, goods, shelves[0]);
    const page = await stage.opened();
    await find(page, box);
    const error = { error_code: "GOODS_NOT_FOUND", message: "No.", domain: "warehouse" };
    stage.network.fateOf = ({ body }) =>
      body.includes(`"${two.value}"`) ? { status: 404, body: error } : undefined;
    await keyOf(page, "left").click();
    await sendKey(page).click();
    await says(page, said(actNotes.without, { goods: two.value }));
    expect(await stage.boxOf(box)).toMatchObject({ cleared: true });
    expect((await stage.placesOf(one)).at(-1)).toBe("cleared");
    await hasLeft(page);
    stage.network.fateOf = () => undefined;
    const from = stage.requests.length;
    await sendKey(page).click();
    await isDone(page);
    const sent = stage.requests.slice(from).filter(({ method }) => method === "POST");
    expect(sent.map(({ path }) => path)).toEqual(["/trace/clear"]);
    expect((await stage.placesOf(two)).at(-1)).toBe("cleared");
    expect(await keyOf(page, "left").count()).toBe(0);
  });

  test("has left, and its goods are still sent after the page refreshes", async () => {
    const { goods, boxes, shelves } = labelsAt(3);
    const [[one, two], [box]] = [goods, boxes];
    await packed(box, goods, shelves[0]);
    const page = await stage.opened();
    await find(page, box);
    stage.network.fateOf = ({ body }) => (body.includes(`"${one.value}"`) ? "drop" : undefined);
    await keyOf(page, "left").click();
    await sendKey(page).click();
    await says(page, actNotes.sendingOnce);
    await refresh(page);
    await hasLeft(page);
    stage.network.fateOf = () => undefined;
    await isDone(page);
    for (const label of [one, two]) expect((await stage.placesOf(label)).at(-1)).toBe("cleared");
  });

  test("is known by its goods if 0.3.0 put it off the shelf, and can be recorded", async () => {
    const { goods, boxes, shelves } = labelsAt(2);
    const [[one, two], [box, still]] = [goods, boxes];
    await packed(box, [one], shelves[0]);
    await packed(still, [two], shelves[0]);
    await stage.save("clear-place", { zongpai: one.value });
    for (const { value: box_no } of [box, still])
      await stage.save("post-box-location", { box_no, off_shelf: true });
    const page = await stage.opened();
    const queue = page.getByTestId("off-shelf");
    await queue.getByText(still.value).waitFor();
    expect(await queue.getByText(box.value).count()).toBe(0);
    await page.locator("[aria-labelledby=off-shelf] .head a").click();
    await page.getByText(said(off.gone, { count: 1 })).click();
    await page.getByTestId("gone").getByText(box.value).click();
    await hasLeft(page);
    await keyOf(page, "left").click();
    await sendKey(page).click();
    await isDone(page);
    expect(await stage.boxOf(box)).toMatchObject({ cleared: true });
  });
});
