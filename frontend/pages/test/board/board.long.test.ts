import type { Route } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { readCsvFile } from "../../../../commands/csv/read.ts";
import { faults, inChromium, picture, watch } from "../browser.ts";
import { type Labels, sites } from "../worker/rig.ts";
import { isState, readShown, tap } from "../worker/steps.ts";
import { answersOf, board, find, follow, refresh } from "./rig.ts";
import { boardScreens, fill } from "./tour.ts";

const labelKinds = ["goods", "boxes", "shelves"] as const;
const localKey = "demo-key-on-this-laptop-only";

inChromium.each(sites)("the board of $name", ({ name, choice }) => {
  const stage = board(choice);
  beforeAll(() => fill(stage));
  const label = (kind: keyof Labels, at: 0 | 1 | 2 | 5 = 0) => stage.labels()[kind][at];

  test.each([
    ["light", 1_440, "en"],
    ["dark", 360, "de"],
    // A desk at 200 % zoom is this narrow.
    ["light", 640, "zh-CN"],
  ] as const)(
    "is accessible and opens with at most five requests (%s, %i px, %s)",
    async (colorScheme, width, locale) => {
      const page = await stage.newPage({ viewport: { width, height: 800 }, colorScheme, locale });
      const seen = watch(page);
      stage.requests.splice(0);
      await stage.open(page);
      const first = stage.asked();
      expect(first.length).toBeLessThanOrEqual(5);
      expect(first.filter(({ path }) => path.endsWith("=true"))).toHaveLength(1);
      const found: Record<string, string[]> = {};
      for await (const screen of boardScreens(page, stage.labels())) {
        if (name === "demo" && screen === "board-config-blocked") {
          await page.locator(".diff .blocked", { hasText: label("boxes").value }).waitFor();
          expect(await page.getByTestId("save").count()).toBe(0);
        }
        await picture(page, `${name}-${screen}-${colorScheme}`);
        // Scroll up, so that the header covers no control.
        await page.evaluate("scrollTo(0, 0)");
        const all = await faults(page, 24);
        if (all.length > 0) found[screen] = all;
      }
      expect(found).toEqual({});
      expect(seen.complaints).toEqual([]);
      expect(seen.urls.filter((url) => !url.startsWith(stage.origin()))).toEqual([]);
    },
  );

  test("finds, exports and prints goods, a box and a shelf", async () => {
    const page = await stage.newPage();
    await page.addInitScript(
      "globalThis.print = () => document.body.append(document.querySelector('.label svg').cloneNode(true))",
    );
    await stage.open(page);
    const saved = async () => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByTestId("csv").first().click(),
      ]);
      return readCsvFile(await download.path());
    };
    const { zongpai } = stage.site().fields;
    await page.locator("[aria-labelledby=off-shelf] .head a").click();
    // The first view has a table too, and stays until the address has changed.
    const codes = page.locator(".found [data-test=off-shelf] tbody a code");
    await codes.first().waitFor();
    const shown = await codes.allTextContents();
    expect((await saved()).lines.map(({ cells }) => cells[zongpai])).toEqual(shown);
    for (const [at, kind] of labelKinds.entries()) {
      const { value } = label(kind);
      await find(page, { typed: label(kind, 1).value });
      await find(page, label(kind));
      const { columns, lines } = await saved();
      expect(columns).toContain(zongpai);
      expect(lines.length).toBeGreaterThan(0);
      await tap(page, "print");
      const read = await readShown(page.locator("body > svg").nth(at));
      expect(read.endsWith(value) || value.endsWith(read.replace(/.*\)/, "")), read).toBe(true);
    }
    await page.goBack();
    await page.locator("#found code", { hasText: label("shelves", 1).value }).waitFor();
    // A box and the goods in it have separate places.
    await find(page, label("boxes"));
    await follow(page.locator(".facts a"), label("shelves", 2));
    await follow(page.locator(".found tbody a"), label("boxes"));
    await follow(page.locator(".found tbody a"), label("goods"));
    const boxed = page.locator(".found tbody tr", { hasText: label("boxes").value });
    await boxed.getByText(label("shelves", 2).value).waitFor();
    await expect.poll(() => page.locator("[data-test=history] li").count()).toBeGreaterThan(3);
  });

  test("shows a refusal with its goods, and folds repeated refusals and scans", async () => {
    const [{ value: zongpai }, { value: box_no }] = [label("goods", 1), label("boxes")];
    const shelf = label("shelves", 5);
    const quantity = stage.site().formats.quantity.least;
    for (const _ of [1, 2]) await stage.save("post-box", { box_no, zongpai, quantity });
    for (const _ of [1, 2, 3]) await stage.place(label("goods", 1), shelf);
    const page = await stage.opened();
    const row = page.locator("[data-test=refused] > li", { hasText: zongpai });
    const others = row.locator(".fold li");
    if (stage.site().routes.refusals) {
      expect(await row.locator(".why").textContent()).toMatch(new RegExp(`${zongpai}.*${box_no}`));
      await expect.poll(() => others.count()).toBe(1);
    }
    await find(page, { typed: zongpai });
    const places = page.locator("[data-test=history] li", { hasText: shelf.value });
    await places.first().waitFor();
    await expect.poll(() => places.count()).toBe(1);
    expect(await places.locator(".pill").textContent()).toMatch(/3/);
  });

  test("shows the changes of a configuration before it saves them", async () => {
    const goods = label("goods", 5);
    await stage.configure(goods);
    const page = await stage.opened();
    await find(page, goods);
    await page.locator('a[href^="#attachments/"]').click();
    await page.locator(".edit .field").nth(1).fill("7");
    await page.locator(".diff .changed ins", { hasText: "7" }).waitFor();
    // Leaving asks for confirmation: the first answer is no, the second yes.
    const answers = [false, true];
    page.on("dialog", (dialog) => (answers.shift() ? dialog.accept() : dialog.dismiss()));
    const leave = () => page.locator(".edit ~ .row a.btn").click();
    await leave();
    await page.waitForURL(/#attachments/);
    expect(await page.locator(".edit .field").nth(1).inputValue()).toBe("7");
    await leave();
    await page.locator("#attachments").waitFor();
    await page.goBack();
    await page.locator(".edit .field").nth(1).fill("7");
    await page.locator('[data-test="save"]:not([disabled])').click();
    await page.locator("#attachments").waitFor();
    const line = page.locator('table[aria-labelledby="attachments"] tbody tr').nth(1);
    await expect.poll(() => line.textContent()).toMatch(/7/);
  });

  if (name !== "demo") return;

  test("keeps its header in view during a search and on long lists", async () => {
    const page = await stage.opened({ viewport: { width: 1_280, height: 800 } });
    const isWhole = (selector: string) =>
      page.evaluate<boolean>(
        `{ const { left, top } = document.querySelector("${selector}").getBoundingClientRect(); top >= 0 && document.elementFromPoint(left + 1, top + 1)?.closest("${selector}") !== null }`,
      );
    for (const kind of labelKinds) {
      await page.evaluate("scrollTo(0, document.body.scrollHeight)");
      expect(await isWhole(".top")).toBe(true);
      await find(page, label(kind));
      await expect.poll(() => isWhole("#found")).toBe(true);
      expect(await isWhole(".top")).toBe(true);
    }
  });

  test("keeps open areas, the focus and the selection when it refreshes", async () => {
    const page = await stage.opened();
    const area = page.locator(".tree > li > details > summary").first();
    await area.click();
    await page.locator(".tree > li > details[open]").locator("ul, p.soft").first().waitFor();
    const link = page.locator("[data-test=off-shelf] a").first();
    await link.focus();
    await page.evaluate("getSelection().selectAllChildren(document.querySelector('#areas'))");
    await page.evaluate("globalThis.before = document.querySelector('[data-test=off-shelf] a')");
    const count = stage.asked().length;
    const answered = answersOf(page);
    await refresh(page);
    await expect.poll(() => stage.asked().length).toBeGreaterThanOrEqual(count + 3);
    await answered();
    expect(await page.evaluate("before === document.activeElement")).toBe(true);
    expect(await page.evaluate("String(getSelection())")).not.toBe("");
    await expect.poll(() => page.locator(".tree > li > details[open]").count()).toBe(1);
  });

  test("keeps its lists and says so when the service does not answer", async () => {
    const page = await stage.opened();
    const link = page.locator("[data-test=off-shelf] a").first();
    await page.evaluate("globalThis.hurried = true");
    stage.network.fateOf = () => "drop";
    await refresh(page);
    await isState(page, "unanswered");
    expect(await link.isVisible()).toBe(true);
    const goods = stage.labels().goods[0];
    await page.getByTestId("search").fill(goods.value);
    await page.keyboard.press("Enter");
    const again = page.getByTestId("again");
    await again.waitFor();
    stage.network.fateOf = () => undefined;
    await again.click();
    await again.waitFor({ state: "detached" });
    await isState(page, "online");
  });

  test.each(["#goods/100%", "#nothing/1"])(
    "shows the areas without a result at the broken address %s",
    async (hash) => {
      const page = await stage.newPage();
      const { complaints } = watch(page);
      await stage.open(page, hash);
      expect(await page.locator("#found code").count()).toBe(0);
      expect(complaints).toEqual([]);
    },
  );

  test("works by keyboard: search, enter a list, open a link, return by Escape", async () => {
    const page = await stage.opened();
    const focused = (selector: string) => page.locator(`${selector}:focus`);
    const search = focused("[data-test=search]");
    const link = focused("[data-test=off-shelf] a");
    await search.waitFor();
    do await page.keyboard.press("Tab");
    while (await focused(".menu summary").isVisible());
    await focused("summary").press("Enter");
    await page.locator(".tree details[open]").first().waitFor();
    while (!(await link.isVisible())) await page.keyboard.press("Tab");
    await link.press("Enter");
    await page.locator("#found code").waitFor();
    await page.keyboard.press("Escape");
    await search.waitFor();
  });

  test("asks for a key if its own is unknown, and ignores late answers", async () => {
    const page = await stage.newPage();
    // The periodic refresh would hide that the page missed an answer.
    await page.addInitScript("globalThis.setInterval = () => 0");
    const late = Promise.withResolvers<void>();
    const holdBack = async (route: Route) => {
      const response = await route.fetch();
      await late.promise;
      await route.fulfill({ response });
    };
    await page.route(/off_shelf=true/, holdBack, { times: 1 });
    const { edit } = stage.network;
    stage.network.edit = (text) => text.replace(localKey, "a-key-that-the-service-does-not-know");
    await page.goto(stage.address("board"));
    await page.getByTestId("key").waitFor();
    stage.network.edit = edit;
    await page.getByTestId("key").fill(localKey);
    await page.keyboard.press("Enter");
    await page.getByTestId("key").waitFor({ state: "detached" });
    late.resolve();
    await page.locator("[data-test=off-shelf] a").first().waitFor();
  });

  test("takes a key in its search, and shows it in no address", async () => {
    const page = await stage.opened();
    await page.getByTestId("search").fill(`key:demo=${localKey}`);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByTestId("search").inputValue()).toBe("");
    expect(page.url()).not.toContain("key:");
  });

  test("asks for a key after signing out, and after a reload", async () => {
    const page = await stage.opened();
    await tap(page, "menu");
    await tap(page, "sign-out");
    await page.getByTestId("key").waitFor();
    await page.reload();
    await page.getByTestId("key").waitFor();
  });
});

inChromium.each(["test/site/key-roles.ts", "test/site/roles-without-rehearsal.ts"])(
  "the board of %s",
  (choice) => {
    const stage = board(choice);
    const opened = async (name: string) => {
      stage.network.key = `${name}-key-on-this-laptop-only`;
      const page = await stage.opened();
      await find(page, stage.labels().goods[0]);
      return page;
    };

    test("shows the configuration to a desk, and hides it from a scanner", async () => {
      const change = 'a[href^="#attachments/"]';
      const page = await opened("handheld-1");
      await page.locator(".facts").waitFor();
      await expect
        .poll(() => page.locator(`[data-test="refused"], [data-test="history"], ${change}`).count())
        .toBe(0);
      expect(stage.asked().filter(({ path }) => path.endsWith("/me"))).toHaveLength(1);
      expect(stage.writes()).toEqual([]);
      const desk = await opened("desk");
      await desk.locator(change).click();
      await desk.locator(".edit").waitFor();
    });
  },
);
