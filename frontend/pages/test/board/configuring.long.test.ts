import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { deadlineWithin } from "#lib/domain/operation.ts";
import { fromScaled } from "#lib/domain/value.ts";
import type { RouteFields } from "#lib/page/requests.ts";
import { attachmentStore } from "#lib/store/attachments.ts";
import { faults, inChromium, picture } from "../browser.ts";
import { sites } from "../worker/rig.ts";
import type { Label } from "../worker/steps.ts";
import { board, find } from "./rig.ts";

/** Quantities by category, in the site's order; `undefined` where none is configured. */
type Quantities = readonly (number | undefined)[];

inChromium.each(sites)("the form of a configuration on $name", ({ name, choice }) => {
  const stage = board(choice);
  const goodsAt = (at: 0 | 1 | 2 | 3 | 4) => stage.labels().goods[at];
  const entriesOf = (quantities: Quantities): RouteFields<"put-attachment-config">["entries"] =>
    stage
      .site()
      .attachment.categories.flatMap(({ code: category }, at) =>
        quantities[at] === undefined ? [] : [{ category, quantity: quantities[at] }],
      );
  const saveElsewhere = async ({ value: zongpai }: Label, quantities: Quantities) =>
    expect(
      await stage.save("put-attachment-config", { zongpai, entries: entriesOf(quantities) }),
    ).toBe("done");
  /** The stored quantities of the first two categories. */
  const recorded = async ({ value: zongpai }: Label): Promise<Quantities> => {
    const { decimals } = stage.site().formats.quantity;
    const { states } = await attachmentStore(stage.table(), stage.site()).readStatus(
      zongpai,
      deadlineWithin(30_000),
    );
    return states
      .slice(0, 2)
      .map(({ configured }) => configured && fromScaled(configured, decimals));
  };

  /** Opens the form without the periodic refresh, so that the page keeps what it read. */
  const openForm = async (goods: Label, options = {}) => {
    const page = await stage.newPage(options);
    await page.addInitScript("globalThis.setInterval = () => 0");
    await stage.open(page);
    await find(page, goods);
    await page.locator('a[href^="#attachments/"]').click();
    await page.locator(".edit").waitFor();
    return page;
  };
  const tick = (page: Page, at: number) => page.locator(".edit [type=checkbox]").nth(at).check();
  const field = (page: Page, at: number) =>
    page.locator(".edit tbody tr").nth(at).locator(".field");
  const save = (page: Page) => page.locator('[data-test="save"]:not([disabled])').click();
  const meanwhile = (page: Page, is: string) => page.locator(`[data-test=meanwhile] .${is}`);
  const isLeft = (page: Page) => page.locator("#attachments").waitFor();

  test("keeps a category that someone else added after the form was opened", async () => {
    const goods = goodsAt(0);
    const page = await openForm(goods);
    await saveElsewhere(goods, [undefined, 3]);
    await tick(page, 0);
    await field(page, 0).fill("2");
    await save(page);
    await meanwhile(page, "added").locator("ins", { hasText: "3" }).waitFor();
    expect(await recorded(goods)).toEqual([undefined, 3]);
    expect(await field(page, 0).inputValue()).toBe("2");
    expect(await field(page, 1).inputValue()).toBe("3");
    await save(page);
    await isLeft(page);
    expect(await recorded(goods)).toEqual([2, 3]);
  });

  test.each([
    ["light", 1_280, "en"],
    ["dark", 360, "de"],
  ] as const)(
    "keeps typed numbers and adopts another person's changes (%s, %i px, %s)",
    async (colorScheme, width, locale) => {
      const goods = goodsAt(colorScheme === "light" ? 1 : 2);
      await saveElsewhere(goods, [3, 10]);
      const viewport = { width, height: 800 };
      const page = await openForm(goods, { viewport, colorScheme, locale });
      await saveElsewhere(goods, [4, 9]);
      await field(page, 1).fill("7");
      await save(page);
      await meanwhile(page, "changed").nth(1).waitFor();
      expect(await field(page, 0).inputValue()).toBe("4");
      expect(await field(page, 1).inputValue()).toBe("7");
      const would = page.locator("form > .diff .changed");
      expect(await would.locator("del, ins").allTextContents()).toEqual(["9", "7"]);
      expect(await faults(page, 24)).toEqual([]);
      await page.getByTestId("save").scrollIntoViewIfNeeded();
      await picture(page, `${name}-board-config-meanwhile-${colorScheme}-${width}`);
      await save(page);
      await isLeft(page);
      expect(await recorded(goods)).toEqual([4, 7]);
    },
  );

  if (name !== "demo") return;

  /** Has someone else save these between the form's check and its own save. */
  const saveBetween = (page: Page, goods: Label, quantities: Quantities) =>
    page.route(
      (url) => url.pathname.endsWith("/attachment/config") && !url.searchParams.has("dry_run"),
      async (route) => {
        await saveElsewhere(goods, quantities);
        await route.continue();
      },
      { times: 1 },
    );

  test("keeps a category that someone else added while the form was being saved", async () => {
    const goods = goodsAt(3);
    const page = await openForm(goods);
    await saveBetween(page, goods, [undefined, 3]);
    await tick(page, 0);
    await field(page, 0).fill("2");
    await save(page);
    await meanwhile(page, "added").locator("ins", { hasText: "3" }).waitFor();
    expect(await recorded(goods)).toEqual([undefined, 3]);
    await save(page);
    await isLeft(page);
    expect(await recorded(goods)).toEqual([2, 3]);
  });

  test("is saved although someone else saved the same configuration again", async () => {
    const goods = goodsAt(4);
    await saveElsewhere(goods, [3, 10]);
    const page = await openForm(goods);
    await saveBetween(page, goods, [3, 10]);
    await field(page, 1).fill("7");
    await save(page);
    await isLeft(page);
    expect(await recorded(goods)).toEqual([3, 7]);
  });
});
