import type { Page } from "playwright-core";
import type { Label, Labels } from "./labels.ts";

export type Tour = {
  readonly page: Page;
  readonly labels: Labels;
  /** Without the network, or with it again. */
  readonly offline: (off: boolean) => Promise<void>;
  /** Gives goods their attachments: of the first category 3, of the second 10. */
  readonly configure: (zongpai: string) => Promise<void>;
};

/** Types a label as a scanner does, with Enter behind it. */
export const scan = async (page: Page, { typed }: Pick<Label, "typed">): Promise<void> => {
  await page.keyboard.type(typed);
  await page.keyboard.press("Enter");
};

/** The same at once: each character of it is for few tests. */
export const put = async (page: Page, { typed }: Pick<Label, "typed">): Promise<void> => {
  await page.keyboard.insertText(typed);
  await page.keyboard.press("Enter");
};

/** What the band says, by its hook; it waits until it says so of these labels, for the scan before may have had the same outcome. */
export const shows = (
  page: Page,
  outcome: string,
  ...labels: Pick<Label, "value">[]
): Promise<void> =>
  labels
    .reduce(
      (band, { value }) => band.filter({ has: page.getByText(value, { exact: true }) }),
      page.locator(`[data-test="outcome"][data-outcome="${outcome}"]`),
    )
    .waitFor();

/** Scans a shelf, and goods onto it one after the other, each of which comes to this. */
export const shelve = async (
  page: Page,
  shelf: Label,
  outcome: "recorded" | "kept",
  ...goods: readonly Label[]
): Promise<void> => {
  await scan(page, shelf);
  for (const label of goods) {
    await scan(page, label);
    await shows(page, outcome, label, shelf);
  }
};

/** Goes to every screen of the worker's page, in both conditions of the network, and stops at each with its name. */
export async function* workerScreens({
  page,
  labels,
  offline,
  configure,
}: Tour): AsyncGenerator<string> {
  const { goods, boxes, shelves } = labels;
  const [one, two, three, four] = goods;
  const [box, otherBox] = boxes;
  const [shelf] = shelves;
  const mode = (at: number) => page.locator(".modes button").nth(at).click();
  const button = (selector: string, at = 0) => page.locator(selector).nth(at).click();
  /** Touches a number of few, or a tenth of it where quantities have decimals: the demo ERP has ordered little there. */
  const touch = async (few: number) => {
    const decimal = (await page.locator(".pad.decimal").count()) > 0;
    for (const key of decimal ? [10, 9, few - 1] : [few - 1]) await button(".pad .btn", key);
  };
  const list = page.locator(".no, .found:not([aria-busy=true])");
  await configure(one.value);

  yield "shelve";
  await scan(page, one);
  await shows(page, "wrong-label");
  yield "shelve-wrong-first";
  await shelve(page, shelf, "recorded", three, two, one);
  yield "shelve-goods";
  await scan(page, { typed: "?" });
  await shows(page, "wrong-label");
  yield "shelve-wrong";
  await offline(true);
  await scan(page, four);
  await shows(page, "kept", four);
  yield "shelve-kept";
  await mode(3);
  await scan(page, four);
  await list.waitFor();
  yield "look-offline";
  await offline(false);
  await page.locator('[data-test="waiting"]:not([data-outcome])').waitFor();
  await mode(0);
  await button(".sign .btn");
  await button('[data-test="off-shelf"]');
  await scan(page, two);
  await shows(page, "recorded", two);
  yield "shelve-off";
  await button(".acts .btn", -2);
  yield "shelve-type";
  await button(".acts .btn");
  await button('[data-test="who"]');
  yield "me";
  await button('button[data-test="device"]');
  await scan(page, { typed: one.typed + one.typed });
  await page.locator(".keys").waitFor();
  yield "device";
  await mode(1);
  yield "box";
  await scan(page, box);
  for (const label of [one, two, three]) {
    await scan(page, label);
    await touch(2);
    await button(".save");
    await shows(page, "recorded", label);
  }
  yield "box-open";
  await button('[data-test="waiting"]');
  await scan(page, one);
  await page.locator(".offers").waitFor();
  yield "box-holds";
  // A touch between two readings makes two scans of them.
  await touch(2);
  await scan(page, one);
  await page.locator(".more1").waitFor();
  yield "box-counted";
  await scan(page, shelf);
  await shows(page, "wrong-label", shelf);
  yield "box-quantity-wrong";
  await touch(2);
  await button('.offers [data-test="act"]', -1);
  yield "box-move";
  await button('[data-test="back"]');
  await button('[data-test="back"]');
  await button(".line");
  yield "box-row";
  await button('[data-test="back"]');
  await scan(page, four);
  await page.locator(".pad").waitFor();
  yield "box-quantity";
  await touch(3);
  yield "box-quantity-touched";
  await button(".save");
  await mode(2);
  yield "attach";
  await scan(page, one);
  await page.locator(".pick").first().waitFor();
  yield "attach-goods";
  await button("button.pick");
  yield "attach-box";
  await scan(page, box);
  await touch(2);
  yield "attach-quantity";
  await button(".save");
  await shows(page, "recorded", one);
  yield "attach-saved";
  await button("button.pick", -1);
  await scan(page, shelf);
  await shows(page, "recorded", one, shelf);
  await mode(1);
  await scan(page, otherBox);
  await scan(page, goods.at(-1) as Label);
  await button(".save");
  await shows(page, "refused");
  yield "box-refused";
  await mode(2);
  await scan(page, one);
  await button("button.pick", 1);
  await scan(page, box);
  for (const key of [0, 0]) await button(".pad .btn", key);
  await button(".save");
  await page.locator('.band [data-test="act"]').waitFor();
  yield "attach-refused";
  await button('[data-test="refused"]');
  await page.locator(".no .btn.main").waitFor();
  yield "refused";
  await button(".no .btn.main");
  await page.locator(".no li").nth(1).waitFor({ state: "detached" });
  await button(".no .btn");
  await mode(1);
  await scan(page, box);
  await mode(3);
  yield "look";
  for (const [name, label] of [
    ["goods", one],
    ["box", box],
    ["shelf", shelf],
  ] as const) {
    await scan(page, label);
    await page
      .locator(".found:not([aria-busy=true]) code", { hasText: label.value })
      .first()
      .waitFor();
    yield `look-${name}`;
  }
  // Not what the check of the shelf must find.
  await page.locator(".found .line").filter({ hasNotText: three.value }).first().click();
  yield "look-row";
  await button(".picks .line", -2);
  await shows(page, "recorded");
  yield "look-left";
  await button('[data-test="refused"]');
  yield "refused-none";
  await mode(0);
  await button('[data-test="check"]');
  yield "check";
  await scan(page, shelf);
  await scan(page, three);
  await page.locator(".trail [data-outcome=recorded]", { hasText: three.value }).waitFor();
  await scan(page, two);
  await shows(page, "wrong-label", two);
  yield "check-scan";
  await button('[data-test="check"]');
  await page.locator(".sums").waitFor();
  yield "check-result";
  await button('[data-test="show"]');
  yield "check-show";
}
