import type { Page } from "playwright-core";
import type { Labels } from "./labels.ts";

/** Types a label into the search, and waits until its value, or else what was typed, is found. */
export const find = async (
  page: Page,
  { typed, value = typed }: { typed: string; value?: string },
): Promise<void> => {
  await page.locator('[data-test="search"]').fill(typed);
  await page.keyboard.press("Enter");
  await page.locator(".found:not([aria-busy=true]) #found code", { hasText: value }).waitFor();
};

/** Goes to every screen of the board, and stops at each with its name. The stage was filled by `fillBoard`. */
export async function* boardScreens(
  page: Page,
  { goods, boxes, shelves }: Labels,
): AsyncGenerator<string> {
  const [one, box, shelf] = [goods[0], boxes[0], shelves[1]];
  const area = page.locator(".tree > li > details > summary");
  await page.locator("table[data-test=off-shelf]").waitFor();
  await area.first().waitFor();
  yield "board";
  const filled = area.filter({
    has: page.locator('[data-test="count"]:not(:text-is("0")):not(:empty)'),
  });
  await filled.first().click();
  const inner = page.locator(".tree details details > summary");
  await inner.first().click();
  await page.locator(".tree .codes").waitFor();
  yield "board-open";
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
