import { beforeAll, expect, test } from "vitest";
import { clientSettings } from "#lib/page/client-settings.ts";
import { faults, inChromium, picture, watch } from "../browser.ts";
import { sites } from "../worker/rig.ts";
import { readShown, tap } from "../worker/steps.ts";
import { board, find } from "./rig.ts";
import { fill } from "./tour.ts";

inChromium.each(sites)("the boxes of the board of $name", ({ name, choice }) => {
  const stage = board(choice);
  beforeAll(() => fill(stage));
  const rows = "[data-test=boxes] tbody tr";

  /** The page, which keeps its papers: a printer of a test prints nothing. */
  const openForPrint = async () => {
    const page = await stage.newPage({ viewport: { width: 1_280, height: 800 } });
    await page.addInitScript("globalThis.print = () => {}");
    await stage.open(page);
    return page;
  };

  test("the first view says of each box what is missing, and where it is", async () => {
    const page = await stage.newPage({ viewport: { width: 1_280, height: 800 } });
    const seen = watch(page);
    await stage.open(page);
    await page.locator(rows).first().waitFor();
    const { box: words } = stage.boardWords();
    const lacks = words.lacks.replace("{count}", "").trim();
    expect(await page.locator(rows).first().textContent()).toContain(lacks);
    await picture(page, `${name}-board-boxes`);
    expect(await faults(page, 24)).toEqual([]);
    expect(seen.complaints).toEqual([]);
  });

  test("the list is not read again by itself, but by its button", async () => {
    const page = await stage.opened();
    const { path: listPath } = clientSettings(stage.site()).routes["get-boxes"] ?? {};
    const lists = () => stage.asked().filter(({ path }) => path.includes(`${listPath}?`));
    await page.locator("#found").waitFor();
    const before = lists().length;
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.getByTestId("state").waitFor();
    expect(lists()).toHaveLength(before);
    await tap(page, "read-again");
    await expect.poll(() => lists().length).toBe(before + 1);
  });

  test("a packing list is one A4 page, with a code that a scanner reads", async () => {
    const page = await openForPrint();
    const [box] = stage.labels().boxes;
    await find(page, box);
    await tap(page, "packing-list");
    const paper = page.getByTestId("paper");
    await paper.waitFor({ state: "attached" });
    await page.emulateMedia({ media: "print" });
    await picture(page, `${name}-packing-list`);
    expect(await paper.locator("h1").textContent()).toBe(box.value);
    const listed = await paper.locator("tbody th").allTextContents();
    expect(listed).toHaveLength((await stage.contentsOf(box)).length);
    expect(await paper.locator(".tick-box").count()).toBeGreaterThanOrEqual(listed.length);
    const read = await readShown(paper.locator("figure svg"));
    expect(read.endsWith(box.value) || box.value.endsWith(read.replace(/.*\)/, "")), read).toBe(
      true,
    );
    expect(await page.locator(".board").isVisible()).toBe(false);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
    // A4 in points.
    expect(pdf).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
  });

  test.runIf(name === "demo")(
    "all complete boxes of a day are printed at once, also one that left",
    async () => {
      const before = await openForPrint();
      await before.locator(rows).first().waitFor();
      const listed = await before.locator(`${rows} th code`).allTextContents();
      const [one = "", two = "", left = ""] = listed;
      const goods = stage.labels().goods[5].value;
      for (const box_no of [one, two, left]) {
        const row = before.locator(rows, { hasText: box_no });
        const [, quantity] =
          /(\d+) missing/.exec((await row.locator(".lack").textContent()) ?? "") ?? [];
        await stage.save("post-box", { box_no, zongpai: goods, quantity: Number(quantity) });
      }
      await stage.save("post-box-location", { box_no: left, off_shelf: true });
      await stage.save("clear-box", { box_no: left });
      const page = await openForPrint();
      await page.locator(".complete").first().waitFor();
      expect(await page.locator(`${rows} th code`).allTextContents()).toEqual([
        ...listed.filter((box) => box !== left),
        left,
      ]);
      await tap(page, "packing-lists");
      await page.getByTestId("paper").first().waitFor({ state: "attached" });
      expect(await page.getByTestId("paper").locator("h1").allTextContents()).toEqual([
        one,
        two,
        left,
      ]);
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
      expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(3);
    },
  );
});
