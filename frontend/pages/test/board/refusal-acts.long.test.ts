import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { en } from "#words";
import { inChromium } from "../browser.ts";
import type { Label } from "../worker/steps.ts";
import { refusalOf, said } from "./act-steps.ts";
import { board } from "./rig.ts";

const { acts, actNotes } = en.board;
const { add, fewer, extra, inBoxThen, save, setTo } = en.both;

inChromium("a refusal on the board", () => {
  const stage = board("demo");
  const category = "MANUAL";
  const labelsAt = (at: number) => {
    const { goods, boxes } = stage.labels();
    return {
      one: goods[at] as Label,
      box: boxes[2 * at] as Label,
      other: boxes[2 * at + 1] as Label,
    };
  };
  const settled = async (page: Page, goods: Label) => {
    const line = refusalOf(page, goods);
    await line.getByTestId("settle").click();
    await line.getByTestId("settle").waitFor({ state: "detached" });
    return line;
  };
  const offered = async (page: Page, goods: Label) =>
    (await settled(page, goods))
      .getByTestId("send")
      .allTextContents()
      .then((texts) => texts.map((text) => text.trim()));
  const count = (text: string, number: number) => said(text, { count: number });

  test("is settled by the command that would pass now", async () => {
    const item = (at: number) => {
      const { one, box } = labelsAt(at);
      return { box_no: box.value, zongpai: one.value };
    };
    // A number for goods that the box holds already.
    await stage.save("post-box", { ...item(0), quantity: 4 });
    expect(await stage.save("post-box", { ...item(0), quantity: 3 })).toBe("refused");
    // A number for goods that the box does not hold.
    expect(await stage.save("edit-box", { ...item(1), quantity: 3 })).toBe("refused");
    // A number that someone else has changed.
    await stage.save("post-box", { ...item(2), quantity: 6 });
    const stale = { ...item(2), quantity: 5, expected_quantity: 4 };
    expect(await stage.save("edit-box", stale)).toBe("refused");
    // More attachments than the configuration allows.
    await stage.configure(labelsAt(3).one);
    const tooMany = { ...item(3), category, quantity: 8 };
    expect(await stage.save("post-attachment-box", tooMany)).toBe("refused");
    // A move of more than the box holds.
    await stage.save("post-box", { ...item(4), quantity: 4 });
    const { other } = labelsAt(4);
    const move = { ...item(4), to_box_no: other.value, quantity: 9 };
    expect(await stage.save("move-item", move)).toBe("refused");

    const page = await stage.opened();
    const keys = (at: number) => offered(page, labelsAt(at).one);
    expect(await keys(0)).toEqual([
      `${count(add, 3)} ${count(inBoxThen, 7)}`,
      `${count(setTo, 3)} ${count(fewer, 1)}`,
    ]);
    expect(await keys(1)).toEqual([count(save, 3)]);
    expect(await keys(2)).toEqual([`${count(setTo, 5)} ${count(fewer, 1)}`]);
    expect(await keys(3)).toEqual([said(save, { count: "3 Manual" })]);
    expect(await keys(4)).toEqual([said(acts.moveNumber, { count: 4, box: other.value })]);
    for (const at of [0, 1, 2, 3, 4]) {
      const line = refusalOf(page, labelsAt(at).one);
      await line.getByTestId("send").first().click();
      await line.getByTestId("seen-line").waitFor();
      expect(await line.getByTestId("seen-line").textContent()).toContain(labelsAt(at).box.value);
    }
    const held = async (box: Label) =>
      (await stage.contentsOf(box)).map(({ quantity }) => quantity);
    expect(await held(labelsAt(0).box)).toEqual([7]);
    expect(await held(labelsAt(1).box)).toEqual([3]);
    expect(await held(labelsAt(2).box)).toEqual([5]);
    expect([await held(labelsAt(4).box), await held(other)]).toEqual([[], [4]]);
  });

  test("offers no command if none would pass or none is needed", async () => {
    const { one, box } = labelsAt(5);
    const unknown = stage.labels().goods.at(-1) as Label;
    const item = { box_no: box.value, zongpai: one.value, quantity: 3 };
    await stage.save("post-box", item);
    expect(await stage.save("post-box", item)).toBe("refused");
    expect(await stage.save("post-box", { ...item, zongpai: unknown.value })).toBe("refused");
    const page = await stage.opened();
    for (const [goods, note] of [
      [one, actNotes.there],
      [unknown, actNotes.notInErp.replace("{goods}", unknown.value)],
    ] as const) {
      const line = await settled(page, goods);
      await line.getByText(note).waitFor();
      expect(await line.getByTestId("send").count()).toBe(0);
    }
  });

  test("offers no correction of a configuration, whose request is not kept", async () => {
    const { one, box } = labelsAt(5);
    const { value: zongpai } = one;
    const [category] = stage.site().attachment.categories.map(({ code }) => code);
    await stage.configure(one);
    await stage.save("post-box", { box_no: box.value, zongpai, quantity: 3 });
    await stage.save("post-attachment-box", { box_no: box.value, zongpai, category, quantity: 1 });
    expect(await stage.save("put-attachment-config", { zongpai, entries: [] })).toBe("refused");
    const page = await stage.opened();
    const line = refusalOf(page, one).first();
    await line.getByTestId("seen").waitFor();
    expect(await line.getByTestId("settle").count()).toBe(0);
    expect(await line.textContent()).toContain(stage.boardWords().refused.configured.split(" ")[0]);
  });

  test("says why its correction is refused, and offers one that would pass", async () => {
    const { one, box } = labelsAt(6);
    const item = { box_no: box.value, zongpai: one.value };
    await stage.save("post-box", { ...item, quantity: 4 });
    await stage.save("post-box", { ...item, quantity: 3 });
    const page = await stage.opened();
    const line = await settled(page, one);
    await stage.save("edit-box", { ...item, quantity: 2 });
    await line.getByTestId("send").nth(1).click();
    await line.locator(".lack").waitFor();
    await line.getByText(count(inBoxThen, 5)).waitFor();
    await line.getByTestId("send").nth(1).getByText(count(extra, 1)).waitFor();
    await line.getByTestId("send").nth(1).click();
    await line.getByTestId("seen-line").waitFor();
    expect(await stage.contentsOf(box)).toMatchObject([{ quantity: 3 }]);
  });

  test("is marked as seen at this desk, until it is repeated", async () => {
    const { one, box } = labelsAt(7);
    const item = { box_no: box.value, zongpai: one.value, quantity: 4 };
    await stage.save("post-box", item);
    await stage.save("post-box", item);
    const page = await stage.opened();
    const line = refusalOf(page, one);
    const countOpen = async () => {
      const title = await page.locator(".side h2").first().textContent();
      return Number(/(\d+) open/.exec(title ?? "")?.[1]);
    };
    await line.getByTestId("seen").waitFor();
    const open = await countOpen();
    await line.getByTestId("seen").click();
    await line.getByTestId("seen-line").waitFor();
    expect(await countOpen()).toBe(open - 1);
    await page.locator("[data-test=search]:focus").waitFor();
    await page.reload();
    await line.getByTestId("seen-line").waitFor();
    const otherDesk = await stage.opened();
    await refusalOf(otherDesk, one).getByTestId("seen").waitFor();
    await stage.save("post-box", item);
    await page.reload();
    await line.getByTestId("seen").waitFor();
  });
});
