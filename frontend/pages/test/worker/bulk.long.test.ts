import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { onStage, type WorkerStage } from "./rig.ts";
import {
  answered,
  count,
  forgetSeen,
  isInstalled,
  isReadyToScan,
  type Label,
  mode,
  nothingWaits,
  offline,
  online,
  put,
  reload,
  seenBy,
  shelve,
  shows,
  stored,
  tap,
} from "./steps.ts";

/** A key of a screen, by its text. */
const act = (page: Page, words: string) =>
  page.locator('[data-test="act"]', { hasText: words }).first();

const lookUp = async (page: Page, label: Label) => {
  await mode(page, 3);
  await put(page, label);
};

/** Waits for a banner with this word, this line, and this note below. */
const says = async (page: Page, word: string, what: string, note = "") => {
  await page.locator(".banner .word").getByText(word, { exact: true }).waitFor();
  await expect.poll(() => page.locator(".banner .what").textContent()).toBe(what);
  const texts = page.locator(".banner [role=status] p");
  await expect.poll(() => texts.allTextContents()).toEqual([word, what, ...(note ? [note] : [])]);
};

const bulk = (stage: WorkerStage) => {
  const used = { any: 100, known: 0, sets: 40 };
  /** Goods, boxes and shelves that no other test of the file uses; only the first 20 goods can be boxed. */
  const take = (count: number, which: "any" | "known" = "any") => {
    const { goods, boxes, shelves } = stage.labels(400);
    const from = used[which];
    used[which] += count;
    used.sets += 2;
    return {
      goods: goods.slice(from, used[which]),
      boxes: boxes.slice(used.sets) as [Label, Label],
      shelves: shelves.slice(used.sets) as [Label, Label],
    };
  };
  const fillShelf = async (shelf: Label, goods: readonly Label[]) => {
    for (const label of goods) expect(await stage.place(label, shelf)).toBe("done");
  };
  const fillBox = async (box: Label, goods: readonly Label[]) => {
    for (const { value: zongpai } of goods)
      expect(await stage.save("post-box", { box_no: box.value, zongpai, quantity: 1 })).toBe(
        "done",
      );
  };
  const placesOfAll = (goods: readonly Label[]) => Promise.all(goods.map(stage.placesOf));
  return { take, fillShelf, fillBox, placesOfAll };
};

/** The refusal of a write of these goods. */
const refusing = ({ value }: Label) => ({
  of: ({ body }: { readonly body: string }) =>
    body.includes(`"${value}"`)
      ? {
          status: 404,
          body: { error_code: "GOODS_NOT_FOUND", message: `No ${value}.`, domain: "warehouse" },
        }
      : undefined,
});

onStage("many scans at once, on demo,", "demo", (stage) => {
  const { take, fillShelf, fillBox, placesOfAll } = bulk(stage);

  test("move all of a shelf, each goods once, with one sound", async () => {
    const { page } = await stage.opened();
    const { goods, shelves } = take(12);
    const [from, to] = shelves;
    await fillShelf(from, goods);
    await lookUp(page, from);
    await forgetSeen(page);
    await act(page, "Move all 12").click();
    await page.getByTestId("next").getByText("Scan the other shelf").waitFor();
    await put(page, from);
    await shows(page, "wrong-label", from);
    await put(page, to);
    await says(page, "Recorded", `12 on ${to.value}`);
    await page.getByText(stage.words().empty).waitFor();
    expect(await placesOfAll(goods)).toEqual(goods.map(() => [from.value, to.value]));
    const { tones } = await seenBy(page);
    expect(tones.filter((tone) => tone === "sine 1320")).toHaveLength(1);
    // The list of Shelve has one line for them.
    await mode(page, 0);
    await put(page, to);
    const line = page.locator(".trail li", { hasText: `12 on ${to.value}` });
    await line.waitFor();
    await expect.poll(() => page.locator(".trail li").count()).toBe(1);
  });

  test("move attachments and boxes of a shelf, too", async () => {
    const { page } = await stage.opened();
    const { goods, boxes, shelves } = take(1, "known");
    const [[one], [box], [from, to]] = [goods as [Label], boxes, shelves];
    const [{ code: category = "" } = {}] = stage.site().attachment.categories;
    await stage.configure(one);
    await fillShelf(from, goods);
    await stage.save("post-attachment-location", {
      ...{ zongpai: one.value, category, location: from.value },
    });
    await stage.save("post-box-location", { box_no: box.value, location: from.value });
    await lookUp(page, from);
    await act(page, "Move all 3").click();
    await put(page, to);
    await says(page, "Recorded", `3 on ${to.value}`);
    await lookUp(page, to);
    await expect
      .poll(() => page.locator(".found .line b").allTextContents())
      .toEqual([one.value, `Manual ${one.value}`, box.value]);
  });

  test("are taken back together", async () => {
    const { page } = await stage.opened();
    const { goods, shelves } = take(5);
    const [from] = shelves;
    await fillShelf(from, goods);
    await lookUp(page, from);
    await act(page, "All 5 off shelf").click();
    await says(page, "Recorded", "5 off shelf");
    await page.getByTestId("take-back").click();
    await says(page, "Taken back", `5 on ${from.value}`);
    expect(await placesOfAll(goods)).toEqual(goods.map(() => [from.value, "", from.value]));
    expect(await page.getByTestId("take-back").count()).toBe(0);
  });

  test("leave and count goods that had moved, and list a refused one", async () => {
    const { page } = await stage.opened();
    const { goods, shelves } = take(10);
    const [from, elsewhere] = shelves;
    const [, moved, , refused] = goods as [Label, Label, Label, Label];
    await fillShelf(from, goods);
    await lookUp(page, from);
    await act(page, "All 10 off shelf").waitFor();
    await stage.place(moved, elsewhere);
    stage.network.fateOf = refusing(refused).of;
    await forgetSeen(page);
    await act(page, "All 10 off shelf").click();
    await says(page, "Refused", "10 off shelf", "1 had moved · Refused: 1");
    await answered(page);
    const { shakes } = await seenBy(page);
    expect(shakes.filter((one) => one === "300 100 300 100 300")).toHaveLength(1);
    expect(await stage.placesOf(moved)).toEqual([from.value, elsewhere.value]);
    expect(await stage.placesOf(refused)).toEqual([from.value]);
    const others = goods.filter((one) => one !== moved && one !== refused);
    expect(await placesOfAll(others)).toEqual(others.map(() => [from.value, ""]));
    // The goods that had moved are in the list, but were not refused.
    expect(await count(page, "refused")).toBe(1);
    await tap(page, "see-refused");
    await page.locator(".no li[data-outcome=refused]", { hasText: refused.value }).waitFor();
    const now = page.locator(".no li[data-outcome=superseded]", { hasText: moved.value });
    await now.getByText(`now ${elsewhere.value}`).waitFor();
    await page.locator(".no > .btn").click();
    await expect.poll(() => stored(page)).toBe(0);
    expect(await count(page, "refused")).toBe(0);
  });

  test("need one key when goods had moved and nothing was refused", async () => {
    const { page } = await stage.opened();
    const { goods, shelves } = take(4);
    const [from, elsewhere] = shelves;
    await fillShelf(from, goods);
    await lookUp(page, from);
    await act(page, "All 4 off shelf").waitFor();
    for (const label of goods.slice(0, 2)) await stage.place(label, elsewhere);
    await act(page, "All 4 off shelf").click();
    await says(page, "Newer scan", "4 off shelf", "2 had moved");
    await page.locator('[data-test="refused"][data-outcome=superseded]').waitFor();
    await page.locator('.banner [data-test="understood"]').click();
    await page.locator('[data-test="refused"]:not([data-outcome])').waitFor();
    await expect.poll(() => stored(page)).toBe(0);
  });

  test("read every page of a shelf before the key shows its number", async () => {
    const { page } = await stage.opened();
    const { goods, shelves } = take(stage.site().overview.pageSize + 5);
    const [from] = shelves;
    await fillShelf(from, goods);
    await lookUp(page, from);
    await act(page, `All ${goods.length} off shelf`).click();
    await says(page, "Recorded", `${goods.length} off shelf`);
    expect(await placesOfAll(goods)).toEqual(goods.map(() => [from.value, ""]));
  });

  test("continue in the next page when theirs ends half way", async () => {
    const { page } = await stage.opened();
    const { goods, shelves } = take(20);
    const [from] = shelves;
    await fillShelf(from, goods);
    await lookUp(page, from);
    let writes = 0;
    stage.network.fateOf = ({ method }) => {
      writes += method === "GET" ? 0 : 1;
      return method !== "GET" && writes > 7 ? "drop" : undefined;
    };
    await act(page, "All 20 off shelf").click();
    await page.locator(".banner .word").getByText("7 of 20").waitFor();
    const context = page.context();
    await page.close();
    const next = await context.newPage();
    await stage.open(next);
    await says(next, "7 of 20", "20 off shelf");
    expect(await count(next, "waiting")).toBe(13);
    stage.network.fateOf = () => undefined;
    await next.evaluate("dispatchEvent(new Event('online'))");
    await says(next, "Recorded", "20 off shelf");
    expect(await placesOfAll(goods)).toEqual(goods.map(() => [from.value, ""]));
  });

  test("are all kept or all missing when the page ends while storing", async () => {
    const { goods, shelves } = take(20);
    const [from] = shelves;
    await fillShelf(from, goods);
    stage.network.fateOf = ({ method }) => (method === "GET" ? undefined : "drop");
    for (const pause of [0, 8, 20, 50, 200]) {
      const { page } = await stage.opened();
      await lookUp(page, from);
      await act(page, "All 20 off shelf").click();
      await page.waitForTimeout(pause);
      const context = page.context();
      await page.close();
      const next = await context.newPage();
      await stage.open(next);
      const waiting = await stored(next);
      expect([0, 20]).toContain(waiting);
      await expect.poll(() => count(next, "waiting")).toBe(waiting);
      await next.close();
    }
    expect(await placesOfAll(goods)).toEqual(goods.map(() => [from.value]));
  });

  test("wait offline, over a restart, and are recorded later", async () => {
    const { page } = await stage.opened();
    const { goods, shelves } = take(8);
    const [from] = shelves;
    await fillShelf(from, goods);
    await isInstalled(page);
    await lookUp(page, from);
    await act(page, "All 8 off shelf").waitFor();
    stage.network.fateOf = ({ method }) => (method === "GET" ? undefined : "drop");
    await offline(page);
    await act(page, "All 8 off shelf").click();
    await says(page, "0 of 8", "8 off shelf");
    await tap(page, "waiting");
    await expect.poll(() => page.locator(".trail li").count()).toBe(1);
    await reload(page);
    await isReadyToScan(page);
    await says(page, "0 of 8", "8 off shelf");
    stage.network.fateOf = () => undefined;
    await online(page);
    await page.evaluate("dispatchEvent(new Event('online'))");
    await nothingWaits(page);
    await says(page, "Recorded", "8 off shelf");
    expect(await placesOfAll(goods)).toEqual(goods.map(() => [from.value, ""]));
  });

  test("let a looked-up box leave with its goods, and the box in hand", async () => {
    const { page } = await stage.opened();
    const { goods, boxes, shelves } = take(8, "known");
    const [box, other] = boxes;
    const [first, second] = [goods.slice(0, 5), goods.slice(5)];
    await fillShelf(shelves[0], goods);
    await stage.save("post-box-location", { box_no: box.value, location: shelves[0].value });
    await fillBox(box, first);
    await fillBox(other, second);
    await lookUp(page, box);
    await act(page, "Has left, with 5 goods").click();
    await says(page, "Has left", `Box ${box.value} and its 5 goods`);
    await page.getByTestId("left").waitFor();
    await mode(page, 1);
    await put(page, other);
    await act(page, "Has left, with 3 goods").click();
    await says(page, "Has left", `Box ${other.value} and its 3 goods`);
    await page.getByTestId("left").waitFor();
    expect(await placesOfAll(goods)).toEqual(
      goods.map(() => [shelves[0].value, "saved", "cleared"]),
    );
  });

  test("move the goods of a box along when it is shelved", async () => {
    const { page } = await stage.opened();
    const { goods, boxes, shelves } = take(4, "known");
    const [[box], [shelf]] = [boxes, shelves];
    await fillBox(box, goods);
    await shelve(page, shelf, "recorded", box);
    await tap(page, "bring-along");
    await says(page, "Recorded", `4 on ${shelf.value}`);
    expect(await placesOfAll(goods)).toEqual(goods.map(() => ["saved", shelf.value]));
  });

  test("are not offered to a worker who may not do each of them", async () => {
    const { goods, boxes, shelves } = take(3, "known");
    const [[box], [shelf]] = [boxes, shelves];
    await fillShelf(shelf, goods);
    await fillBox(box, goods);
    const routes = ["location-overview", "get-box-info", "get-goods-status", "get-me"];
    stage.network.fateOf = ({ path }) =>
      path.endsWith("/me") ? { status: 200, body: { who: "demo", routes } } : undefined;
    const { page } = await stage.opened();
    await page.locator(".modes button").nth(1).waitFor({ state: "detached" });
    for (const label of [shelf, box]) {
      await put(page, label);
      await page.locator(".found:not([aria-busy=true]) .line").first().waitFor();
      for (const words of ["Move all", "off shelf", "Has left"])
        expect(await act(page, words).count()).toBe(0);
    }
  });
});

onStage("a list of scans, on demo,", "demo", (stage) => {
  test("takes the third last scan back, and leaves the others", async () => {
    const { page, goods, shelves } = await stage.opened();
    const [one, two, three] = goods;
    const [before, now] = shelves;
    await stage.place(one, before);
    await shelve(page, now, "recorded", one, two, three);
    await page.locator(".trail .line", { hasText: one.value }).click();
    await page.locator('.picks [data-test="take-back"]').click();
    await says(page, "Taken back", `${one.value} is on ${before.value} again`);
    await expect
      .poll(() => page.locator(".trail code").allTextContents())
      .toEqual([three.value, two.value]);
    const places = await Promise.all([one, two, three].map(stage.placesOf));
    expect(places).toEqual([[before.value, now.value, before.value], [now.value], [now.value]]);
  });

  test("offers no take-back of a scan with a later one of its goods", async () => {
    const { page, goods, shelves } = await stage.opened();
    const [[one], [before, now]] = [goods, shelves];
    await shelve(page, before, "recorded", one);
    await shelve(page, now, "recorded", one);
    await put(page, before);
    await page.locator(".prompt code", { hasText: before.value }).waitFor();
    expect(await page.locator(".trail .line", { hasText: one.value }).count()).toBe(0);
  });

  test("leaves goods where another scanner has put them since", async () => {
    const { page, goods, shelves } = await stage.opened();
    const [[one, two], [before, now, third]] = [goods, shelves];
    await shelve(page, before, "recorded", one);
    await shelve(page, now, "recorded", one, two);
    await stage.place(one, third);
    await page.locator(".trail .line", { hasText: one.value }).first().click();
    await page.locator('.picks [data-test="take-back"]').click();
    await shows(page, "superseded", one);
    const places = [before, now, third].map(({ value }) => value);
    expect(await stage.placesOf(one)).toEqual(places);
  });
});

onStage("many scans at once, on odd,", "test/site/odd.ts", (stage) => {
  test("move all of a shelf, without the place that the list showed", async () => {
    const { page, boxes, shelves } = await stage.opened();
    const goods = stage.labels(20).goods.slice(10, 16);
    const [from, to] = shelves;
    for (const label of goods) await stage.place(label, from);
    await lookUp(page, from);
    await page.locator('.found [data-test="act"]').first().click();
    await put(page, to);
    await page.locator('[data-test="outcome"][data-outcome="recorded"]').waitFor();
    for (const label of goods) expect(await stage.placesOf(label)).toEqual([from.value, to.value]);
    expect(boxes.length).toBeGreaterThan(0);
  });
});
