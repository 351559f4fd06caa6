import type { Page } from "playwright-core";
import type { Labels } from "../worker/rig.ts";
import type { Label } from "../worker/steps.ts";
import { type board, find } from "./rig.ts";

const hour = 3_600_000;

/** A morning on a stage: goods on shelves and off them, boxes, attachments, and two scans that are refused. */
export const fill = async ({
  site,
  labels,
  save,
  configure,
}: ReturnType<typeof board>): Promise<void> => {
  const { goods, boxes, shelves } = labels();
  const { attachment, formats } = site();
  const place = ({ value: zongpai }: Label, where: object, hoursAgo: number) => {
    const scanned_at = new Date(Date.now() - hoursAgo * hour).toISOString();
    return save("post-trace-location", { zongpai, scanned_at, ...where });
  };
  const [[first, ...others], [box, otherBox], [, second, third]] = [goods, boxes, shelves];
  const [{ value: zongpai }, { value: box_no }] = [first, box];
  await configure(first);
  await place(first, { off_shelf: true }, 6);
  for (const [at, one] of goods.slice(0, 16).entries())
    await place(one, { location: shelves[at % 5]?.value }, at / 4);
  for (const [at, one] of goods.slice(16, 24).entries())
    await place(one, { off_shelf: true }, at < 3 ? (9 - 2 * at) * 24 : at);
  const few = formats.quantity.least;
  const [{ code: category = "" } = {}] = attachment.categories;
  for (const [at, one] of goods.slice(0, 3).entries())
    await save("post-box", { box_no, zongpai: one.value, quantity: few * (at + 1) });
  await save("post-attachment-box", { box_no, zongpai, category, quantity: few });
  await save("post-box-location", { box_no, location: third.value });
  await save("post-attachment-location", { zongpai, category, location: second.value });
  await save("edit-box", { box_no, zongpai, quantity: few * 2 });
  await save("post-box", { box_no, zongpai, quantity: few });
  await save("post-box", { box_no: otherBox.value, zongpai: others.at(-1)?.value, quantity: few });
};

/** Goes to every screen of the board, and yields the name of each. Call `fill` first. */
export async function* boardScreens(
  page: Page,
  { goods, boxes, shelves }: Labels,
): AsyncGenerator<string> {
  const [one, box, shelf] = [goods[0], boxes[0], shelves[1]];
  const area = page.locator(".tree > li > details > summary");
  await page.locator("ol[data-test=off-shelf]").waitFor();
  await area.first().waitFor();
  yield "board";
  const filled = area.filter({
    has: page.locator('[data-test="count"]:not(:text-is("0")):not(:empty)'),
  });
  await filled.first().click();
  await page.locator(".tree ul a").first().waitFor();
  yield "board-open";
  for (const queue of ["refused", "off-shelf"]) {
    const all = page.locator(`a[href="#queue/${queue}"]`);
    // A site may list no refusals.
    if (!(await all.isVisible())) continue;
    await all.click();
    await page.locator(`.found [data-test=${queue}]`).waitFor();
    yield `board-${queue}`;
  }
  for (const [name, label] of [
    ["box", box],
    ["shelf", shelf],
    ["goods", one],
  ] as const) {
    await find(page, label);
    yield `board-${name}`;
  }
  await page.locator('a[href^="#attachments/"]').click();
  await page.locator(".edit").waitFor();
  yield "board-config";
  await page.locator(".edit .field").last().fill("12");
  await page.locator(".diff .changed").waitFor();
  yield "board-config-changed";
  await page.locator(".edit [type=checkbox]").first().click();
  await page.locator(".diff .blocked, .diff .removed").first().waitFor();
  yield "board-config-blocked";
  page.once("dialog", (dialog) => dialog.accept());
  await find(page, { typed: "?" });
  yield "board-unknown";
}
