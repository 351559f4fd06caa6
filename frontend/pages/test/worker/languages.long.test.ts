import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { conditions } from "#lib/errors.ts";
import { de, en, zh } from "#words";
import { onStage } from "./rig.ts";
import { isInstalled, type Label, mode, offline, reload, scan, shows, tap } from "./steps.ts";

const language = (page: Page) => page.evaluate<string>("document.documentElement.lang");

onStage("the languages of the pages", "demo", (stage) => {
  const saveTooMany = async (page: Page, one: Label, box: Label) => {
    await mode(page, 2);
    await scan(page, one);
    await page.locator("button.pick").first().click();
    await scan(page, box);
    await page.locator(".pad .btn").nth(8).click();
    await page.locator(".save").click();
  };

  const filled = (line: string, values: Readonly<Record<string, string>>) =>
    line.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");

  const speak = async (page: Page, lang: string) => {
    await tap(page, "who");
    await page.locator(`[data-test="language"][lang="${lang}"]`).click();
    await page.locator(`[aria-pressed="true"][lang="${lang}"]`).waitFor();
    await tap(page, "back");
  };

  test("are the device's or the chosen one, also after an offline reload", async () => {
    const { page, goods, boxes } = await stage.opened({ locale: "de-AT" });
    expect(await language(page)).toBe("de");
    await isInstalled(page);
    await mode(page, 1);
    await scan(page, boxes[0]);
    await scan(page, goods[0]);
    await page.locator(".pad .btn").nth(2).click();
    await page.getByText(de.both.save.replace("{count}", "3"), { exact: true }).waitFor();
    await offline(page);
    await speak(page, "zh-Hans");
    const saves = page.getByText(zh.both.save.replace("{count}", "3"), { exact: true });
    await saves.waitFor();
    await reload(page);
    await saves.waitFor();
    expect(await language(page)).toBe("zh-Hans");
    await page.locator(".save").click();
    await shows(page, "kept", goods[0]);
    await speak(page, "en");
    expect(await page.title()).toBe("Scan");
    await page.locator(".word", { hasText: "Waiting" }).waitFor();
  });

  test("say why a scan was refused, with the service's numbers", async () => {
    const { page, goods, boxes } = await stage.opened({ locale: "de-AT" });
    const [one] = goods;
    await stage.configure(one);
    await saveTooMany(page, one, boxes[0]);
    const why = { category: "Anleitung", zongpai: one.value, headroom: "3", quantity: "9" };
    await page.getByText(filled(de.why.capExceeded, why)).waitFor();
  });

  test.each([
    ["en", en, "Manual"],
    ["de", de, "Anleitung"],
    ["zh-CN", zh, "说明书"],
  ] as const)(
    "say a stored refusal with its numbers after the page opens offline (%s)",
    async (locale, words, category) => {
      const { page, goods, boxes } = await stage.opened({ locale });
      const [one] = goods;
      await stage.configure(one);
      await saveTooMany(page, one, boxes[0]);
      const why = { category, zongpai: one.value, headroom: "3", quantity: "9" };
      const sentence = page.getByText(filled(words.why.capExceeded, why)).first();
      await sentence.waitFor();
      await isInstalled(page);
      await offline(page);
      await reload(page);
      await tap(page, "refused");
      await sentence.waitFor();
    },
  );

  test.each([
    ["cannot be loaded", (route: Route) => route.abort()],
    ["does not come", () => {}],
  ])("show the service's sentence where the parser of its values %s", async (_, answer) => {
    const prepare = (page: Page) => page.route("**/refusal-parser.*", answer);
    const { page, goods, boxes } = await stage.opened({
      ...{ locale: "de", serviceWorkers: "block" },
      prepare,
    });
    const [one] = goods;
    await stage.configure(one);
    await saveTooMany(page, one, boxes[0]);
    const why = { category: "MANUAL", zongpai: one.value, headroom: "3", quantity: "9" };
    const sentence = page.getByText(filled(conditions.capExceeded.message, why)).first();
    await sentence.waitFor();
    await reload(page);
    await tap(page, "refused");
    await sentence.waitFor();
  });

  test.each([
    ["has no values", undefined],
    ["lacks one of the values", 'condition=capExceeded, category="MANUAL", headroom=3'],
    ["has a header that cannot be read", "condition=capExceeded, headroom="],
  ])("show the service's sentence unchanged where an answer %s", async (_, text) => {
    const { page, goods, boxes } = await stage.opened({ locale: "de", serviceWorkers: "block" });
    await page.route("**/attachment/box", async (route) => {
      const response = await route.fetch();
      const { "refusal-values": values, ...headers } = response.headers();
      expect(values).toContain("condition=capExceeded");
      const changed = text ? { ...headers, "refusal-values": text } : headers;
      await route.fulfill({ response, headers: changed });
    });
    const [one] = goods;
    await stage.configure(one);
    await saveTooMany(page, one, boxes[0]);
    const why = { category: "MANUAL", zongpai: one.value, headroom: "3", quantity: "9" };
    await page.getByText(filled(conditions.capExceeded.message, why)).waitFor();
  });

  test("say on the board why a scan was refused, from the list's values", async () => {
    // The ERP knows few goods. These belong to the first test, which scans only one of them.
    const { goods, boxes } = stage.labels();
    const [{ value: zongpai }, { value: box_no }] = [goods[3], boxes[3]];
    for (const _ of [1, 2]) await stage.save("post-box", { box_no, zongpai, quantity: 4 });
    const page = await stage.newPage({ locale: "de" });
    await page.goto(stage.address("board"));
    const row = page.locator("[data-test=refused] > li", { hasText: zongpai });
    const why = { item: zongpai, box_no, quantity: "4" };
    await row.getByText(filled(de.why.duplicateBoxItem, why)).waitFor();
  });

  test("can be changed on the board, which keeps what was looked up", async () => {
    const page = await stage.newPage({ locale: "zh-CN" });
    await page.goto(`${stage.address("board")}#find/nothing`);
    await page.getByText(zh.board.found.none).waitFor();
    await tap(page, "menu");
    await page.getByTestId("language").selectOption("de");
    await page.getByText(de.board.found.none).waitFor();
    expect([await page.title(), await language(page)]).toEqual([de.board.title, "de"]);
  });

  test("say that there is no camera", async () => {
    const { page } = await stage.opened({ locale: "de-AT" });
    await page.locator(".acts .btn").last().click();
    await page.getByText(de.worker.notes.noCamera).waitFor();
  });
});
