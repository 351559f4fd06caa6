import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { en } from "#words";
import { faults, inChromium, picture } from "../browser.ts";
import { isState, type Label } from "../worker/steps.ts";
import {
  codeField,
  isDone,
  keyOf,
  numberField,
  openAct,
  refusalOf,
  rowOf,
  said,
  says,
  sendKey,
} from "./act-steps.ts";
import { board, find, refresh } from "./rig.ts";

const { acts, actNotes, afterwards, check } = en.board;
const { setTo, keep } = en.both;

inChromium("the acts of the board, on demo", () => {
  const stage = board("demo");
  const labelsAt = (at: 0 | 1 | 2 | 3 | 4) => {
    const { goods, boxes, shelves } = stage.labels();
    return {
      goods: goods.slice(4 * at) as typeof goods,
      boxes: boxes.slice(3 * at) as typeof boxes,
      shelves: shelves.slice(3 * at) as typeof shelves,
    };
  };
  const boxed = async ({ value: box_no }: Label, { value: zongpai }: Label, quantity: number) =>
    expect(await stage.save("post-box", { box_no, zongpai, quantity })).toBe("done");
  const holds = (box: Label, { value }: Label) =>
    stage
      .contentsOf(box)
      .then((items) => items.find(({ zongpai }) => zongpai === value)?.quantity ?? 0);

  test("do each job of the desk in one or two clicks", async () => {
    const { goods, boxes, shelves } = labelsAt(0);
    const [one, two] = goods;
    const [box, other] = boxes;
    const [shelf, otherShelf] = shelves;
    await stage.place(one, shelf);
    await stage.place(two, shelf);
    await boxed(box, one, 4);
    await boxed(box, two, 2);
    const page = await stage.opened({ viewport: { width: 1_280, height: 800 } });
    let spent = { clicks: 0, typed: 0 };
    const table: Record<string, typeof spent> = {};
    const click = async (key: ReturnType<typeof keyOf>) => {
      spent.clicks += 1;
      await key.click();
    };
    const type = async (field: ReturnType<typeof codeField>, text: string) => {
      spent.typed += 1;
      await field.fill(text);
    };
    const ends = async (job: string) => {
      await isDone(page);
      table[job] = spent;
      spent = { clicks: 0, typed: 0 };
    };

    await find(page, one);
    await click(keyOf(page, "setTo", box));
    await type(numberField(page), "5");
    await click(sendKey(page).getByText(said(setTo, { count: 5 })));
    await ends("correct a quantity");
    await rowOf(page, box).locator("td.n").getByText("5").waitFor();
    expect(await holds(box, one)).toBe(5);

    await click(keyOf(page, "moveTo", box));
    await type(codeField(page), other.typed);
    await says(
      page,
      said(afterwards.moved, { other: other.value, count: 5, box: box.value, left: 0 }),
    );
    await click(sendKey(page));
    await ends("move between boxes");
    await rowOf(page, other).waitFor();
    expect([await holds(box, one), await holds(other, one)]).toEqual([0, 5]);

    await click(keyOf(page, "takeOut", other));
    await click(sendKey(page));
    await ends("take out of a box");
    await rowOf(page, other).waitFor({ state: "detached" });
    expect(await holds(other, one)).toBe(0);

    await click(keyOf(page, "moveTo"));
    await type(codeField(page), otherShelf.typed);
    await says(page, said(afterwards.onShelf, { item: one.value, shelf: otherShelf.value }));
    await click(sendKey(page).getByText(said(check.moveTo, { shelf: otherShelf.value })));
    await ends("correct a place");
    await page.locator(".facts a", { hasText: otherShelf.value }).waitFor();

    await click(keyOf(page, "offShelf"));
    await says(page, said(afterwards.offShelf, { item: one.value }));
    await click(sendKey(page));
    await ends("take goods off their shelf");
    await page.locator(".facts").getByText(en.both.offShelf, { exact: true }).waitFor();

    await click(keyOf(page, "left"));
    await says(page, said(afterwards.left, { item: one.value }));
    await click(sendKey(page));
    await ends("say that goods have left");
    await page.locator(".facts").getByText(en.both.nowhere).waitFor();
    expect(await stage.placesOf(one)).toEqual(
      expect.arrayContaining([shelf.value, otherShelf.value, "", "cleared"]),
    );

    await stage.save("post-box", { box_no: box.value, zongpai: two.value, quantity: 3 });
    await refresh(page);
    await click(refusalOf(page, two).getByTestId("settle"));
    await click(
      refusalOf(page, two)
        .getByTestId("send")
        .getByText(said(setTo, { count: 3 })),
    );
    await refusalOf(page, two).getByTestId("seen-line").waitFor();
    await ends("settle a refusal");
    expect(await holds(box, two)).toBe(3);

    const unknown = stage.labels().goods.at(-1) as Label;
    await stage.save("post-box", { box_no: box.value, zongpai: unknown.value, quantity: 3 });
    await refresh(page);
    await click(refusalOf(page, unknown).getByTestId("seen"));
    await refusalOf(page, unknown).getByTestId("seen-line").waitFor();
    await ends("mark a refusal as seen");

    expect(table).toEqual({
      "correct a quantity": { clicks: 2, typed: 1 },
      "move between boxes": { clicks: 2, typed: 1 },
      "take out of a box": { clicks: 2, typed: 0 },
      "correct a place": { clicks: 2, typed: 1 },
      "take goods off their shelf": { clicks: 2, typed: 0 },
      "say that goods have left": { clicks: 2, typed: 0 },
      "settle a refusal": { clicks: 2, typed: 0 },
      "mark a refusal as seen": { clicks: 1, typed: 0 },
    });
  });

  test.each([
    ["light", 1_280, "en"],
    ["dark", 360, "de"],
    // A desk at 200 % zoom is this narrow.
    ["light", 640, "zh-CN"],
  ] as const)(
    "are accessible and fit the width while one is open (%s, %i px, %s)",
    async (colorScheme, width, locale) => {
      const { goods, boxes, shelves } = labelsAt(1);
      const [one] = goods;
      const [box] = boxes;
      const [{ code: category = "" } = {}] = stage.site().attachment.categories;
      if (locale === "en") {
        await stage.configure(one);
        await boxed(box, one, 4);
        await stage.save("post-attachment-box", {
          box_no: box.value,
          zongpai: one.value,
          category,
          quantity: 2,
        });
        await stage.place(one, shelves[0]);
        await stage.save("post-box-location", { box_no: box.value, location: shelves[0].value });
        await stage.save("post-attachment-location", {
          zongpai: one.value,
          category,
          location: shelves[1].value,
        });
        for (const _ of [1, 2])
          await stage.save("post-box", { box_no: box.value, zongpai: one.value, quantity: 3 });
      }
      const viewport = { width, height: 800 };
      const page = await stage.opened({ viewport, colorScheme, locale });
      const found: Record<string, string[]> = {};
      for (const [name, label] of [
        ["goods", one],
        ["box", box],
        ["shelf", shelves[0]],
      ] as const) {
        await find(page, label);
        const keys = page.locator(".found").getByTestId("act");
        await keys.first().waitFor();
        for (let at = 0; at < (await keys.count()); at += 1) {
          await keys.nth(at).click();
          await openAct(page).waitFor();
          if (at > 2) await picture(page, `board-act-${name}-${at}-${colorScheme}-${width}`);
          found[`${name} ${await keys.nth(at).getAttribute("aria-label")}`] = await faults(
            page,
            24,
          );
        }
      }
      // On a phone the first rows have no acts.
      await page.locator('a[href="#queue/refused"]').click();
      await refusalOf(page, one).getByTestId("settle").click();
      await refusalOf(page, one).getByTestId("send").first().waitFor();
      await refusalOf(page, one).scrollIntoViewIfNeeded();
      await picture(page, `board-act-refusal-${colorScheme}-${width}`);
      found.refusal = await faults(page, 24);
      expect(Object.keys(found).length).toBeGreaterThan(10);
      expect(Object.entries(found).filter(([, all]) => all.length > 0)).toEqual([]);
    },
  );

  test("show the boxed total afterwards, and refuse invalid quantities", async () => {
    const { goods, boxes } = labelsAt(2);
    const [[one], [box, other]] = [goods, boxes];
    await boxed(box, one, 4);
    await boxed(other, one, 3);
    stage.requests.splice(0);
    const page = await stage.opened();
    await find(page, one);
    await keyOf(page, "setTo", box).click();
    await says(page, said(afterwards.boxedOf, { count: 7, total: 10 }));
    await sendKey(page)
      .getByText(said(keep, { count: 4 }))
      .click({ force: true });
    await numberField(page).fill("5");
    await says(page, said(afterwards.boxedOf, { count: 8, total: 10 }));
    for (const wrong of ["", "-1", "1.5", "x", "100000"]) {
      await numberField(page).fill(wrong);
      await says(page, said(actNotes.number, { least: 1, most: "99,999" }));
      await numberField(page).press("Enter");
    }
    await numberField(page).fill("0");
    await says(page, said(afterwards.boxedOf, { count: 3, total: 10 }));
    await sendKey(page).getByText(acts.takeOut).waitFor();
    await page.getByTestId("cancel").click();
    await keyOf(page, "moveTo", box).click();
    for (const [typed, note] of [
      [one.value, said(actNotes.noBox, { code: one.value })],
      [box.value, said(actNotes.sameBox, { code: box.value })],
    ] as const) {
      await codeField(page).fill(typed);
      await says(page, note);
      await codeField(page).press("Enter");
    }
    expect(stage.writes()).toEqual([]);
    expect([await holds(box, one), await holds(other, one)]).toEqual([4, 3]);
  });

  test("refuse a number after the box has changed, and accept it when resent", async () => {
    const { goods, boxes } = labelsAt(2);
    const [[, one], [box]] = [goods, boxes];
    await boxed(box, one, 4);
    const page = await stage.opened();
    await find(page, box);
    await keyOf(page, "setTo", one).click();
    await numberField(page).fill("5");
    await stage.save("edit-box", { box_no: box.value, zongpai: one.value, quantity: 6 });
    await sendKey(page).click();
    await openAct(page).locator(".lack").waitFor();
    expect(await openAct(page).locator(".lack").textContent()).toBe(
      `${one.value} in box ${box.value} has quantity 6, not 4.`,
    );
    expect(await holds(box, one)).toBe(6);
    // The view has been refreshed.
    await rowOf(page, one).locator("td.n").getByText("6").waitFor();
    await sendKey(page).click();
    await isDone(page);
    expect(await holds(box, one)).toBe(5);
  });

  test("are recorded once despite a lost answer and a key touched twice", async () => {
    const { goods, boxes } = labelsAt(2);
    const [[, , one], [box]] = [goods, boxes];
    await boxed(box, one, 4);
    const page = await stage.opened();
    const keys: (string | undefined)[] = [];
    page.on("request", (request) => {
      if (request.method() === "PATCH") keys.push(request.headers()["idempotency-key"]);
    });
    // Chromium itself resends a request whose connection breaks.
    stage.network.fateOf = ({ method }) =>
      method === "PATCH" && keys.length < 2 ? "lose" : undefined;
    await find(page, one);
    await keyOf(page, "setTo", box).click();
    await numberField(page).fill("7");
    await sendKey(page).dblclick();
    await isDone(page);
    await rowOf(page, box).locator("td.n").getByText("7").waitFor();
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/.{16}/);
    expect(await stage.placesOf(one)).toHaveLength(2);
    const history = page.locator("[data-test=history] li");
    await expect.poll(() => history.count()).toBe(2);
  });

  test("block other acts until the answer comes, and ask before leaving", async () => {
    const { goods, boxes } = labelsAt(2);
    const [[, , , one], [box, other]] = [goods, boxes];
    await boxed(box, one, 4);
    await boxed(other, one, 2);
    const page = await stage.opened();
    await find(page, one);
    stage.network.fateOf = ({ method }) => (method === "DELETE" ? "drop" : undefined);
    await keyOf(page, "takeOut", box).click();
    await sendKey(page).click();
    await says(page, actNotes.sendingOnce);
    await keyOf(page, "setTo", other).click({ force: true });
    await says(page, acts.takeOut);
    const asked = page.waitForEvent("dialog");
    const left = rowOf(page, box).locator("a").first().click();
    const dialog = await asked;
    expect(dialog.message()).toBe(en.board.leave);
    await dialog.dismiss();
    await left;
    stage.network.fateOf = () => undefined;
    await isDone(page);
    await rowOf(page, box).waitFor({ state: "detached" });
    expect([await holds(box, one), await holds(other, one)]).toEqual([0, 2]);
  });

  test("are withdrawn by Cancel, or by leaving, while the answer is missing", async () => {
    const { goods, boxes } = labelsAt(3);
    const [[, one], [box, other]] = [goods, boxes];
    await boxed(box, one, 4);
    await boxed(other, one, 2);
    const page = await stage.opened();
    await find(page, one);
    stage.network.fateOf = ({ method }) => (method === "DELETE" ? "drop" : undefined);
    await keyOf(page, "takeOut", box).click();
    await sendKey(page).click();
    await says(page, actNotes.sendingOnce);
    await page.getByTestId("cancel").click();
    // The request may have arrived although no answer came.
    await says(page, actNotes.unsure);
    await page.getByTestId("cancel").click();
    await isDone(page);
    await keyOf(page, "takeOut", other).click();
    await sendKey(page).click();
    await says(page, actNotes.sendingOnce);
    page.once("dialog", (dialog) => dialog.accept());
    await rowOf(page, box).locator("a").first().click();
    await keyOf(page, "takeOut", one).waitFor();
    stage.network.fateOf = () => undefined;
    await page.context().setOffline(true);
    await isState(page, "offline");
    await keyOf(page, "takeOut", one).click();
    await sendKey(page).click();
    await page.getByTestId("cancel").click();
    await says(page, actNotes.notSent);
    await page.context().setOffline(false);
    await isState(page, "online");
    expect([await holds(box, one), await holds(other, one)]).toEqual([4, 2]);
  });

  test("work by keyboard and never lose the focus", async () => {
    const { goods, boxes } = labelsAt(3);
    const [[one], [box]] = [goods, boxes];
    await boxed(box, one, 4);
    const page = await stage.opened({ viewport: { width: 1_280, height: 800 } });
    const focused = (selector: string) => page.locator(`${selector}:focus`).waitFor();
    await find(page, one);
    await rowOf(page, box).locator("a").first().focus();
    await page.keyboard.press("Tab");
    for (const act of ["setTo", "moveTo", "takeOut"] as const) {
      await focused(`[data-test=act][aria-label^="${en.board.acts[act]}"]`);
      await page.keyboard.press("Tab");
    }
    for (const _ of [1, 2, 3]) await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await focused(".act-panel input.n");
    await page.keyboard.press("Escape");
    await isDone(page);
    await focused('[data-test=act][aria-expanded="false"]');
    await page.keyboard.press("Enter");
    await page.keyboard.type("6");
    await page.keyboard.press("Enter");
    await isDone(page);
    await focused(`[data-test=act][aria-label^="${en.board.acts.setTo}"]`);
    expect(await holds(box, one)).toBe(6);
    await rowOf(page, box).locator("td.n").getByText("6").waitFor();
    for (const _ of [1, 2]) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await focused("[data-test=act-panel] [data-test=send]");
    await page.keyboard.press("Enter");
    // The row is gone, so the focus moves to the search, where the desk's scanner types.
    await rowOf(page, box).waitFor({ state: "detached" });
    await focused("[data-test=search]");
    expect(await holds(box, one)).toBe(0);
  });
});

inChromium("the acts of the board, by role and site", () => {
  const deskSite = board("test/site/key-roles.ts");
  const oddSite = board("test/site/odd.ts");
  const fewSite = board("test/site/plain-with-pages.ts");
  const offered = async (page: Page, label: Label) => {
    await find(page, label);
    await page.locator(".facts, .found table").first().waitFor();
    await expect.poll(() => page.locator(".found [data-test=act]").count()).toBeGreaterThan(0);
    const words = await page.locator(".found [data-test=act]").allTextContents();
    return [...new Set(words)];
  };

  test("are limited to the role, and history names the supervisor", async () => {
    const { goods, boxes, shelves } = deskSite.labels();
    const [[one], [box], [shelf]] = [goods, boxes, shelves];
    const openAs = async (name: string) => {
      deskSite.network.key = `${name}-key-on-this-laptop-only`;
      return deskSite.opened();
    };
    deskSite.network.key = "handheld-1-key-on-this-laptop-only";
    await deskSite.place(one, shelf);
    const scanner = await openAs("handheld-1");
    await deskSite.save("post-box", { box_no: box.value, zongpai: one.value, quantity: 2 });
    await expect
      .poll(() => offered(scanner, one))
      .toEqual([acts.moveTo, acts.offShelf, acts.setTo, acts.takeOut]);
    const desk = await openAs("desk");
    await expect.poll(() => offered(desk, one)).toEqual([acts.moveTo, acts.offShelf]);
    await keyOf(desk, "offShelf").click();
    await sendKey(desk).click();
    await isDone(desk);
    expect((await deskSite.whoDid(one)).at(-1)).toBe("desk");
    expect((await deskSite.placesOf(one)).at(-1)).toBe("");
  });

  test("leave out moves, box places and 'has left' where the site does", async () => {
    const { goods, boxes, shelves } = fewSite.labels();
    const [[one], [box], [shelf, other]] = [goods, boxes, shelves];
    const item = { box_no: box.value, zongpai: one.value };
    await fewSite.place(one, shelf);
    await fewSite.save("post-box", { ...item, quantity: 2 });
    const page = await fewSite.opened();
    expect(await offered(page, one)).toEqual([
      acts.moveTo,
      acts.offShelf,
      acts.setTo,
      acts.takeOut,
    ]);
    expect(await offered(page, box)).toEqual([acts.setTo, acts.takeOut]);
    expect(await offered(page, shelf)).toEqual([acts.moveTo, acts.offShelf]);
    expect(await page.getByTestId("refused").count()).toBe(0);
    // This site's requests carry no expected quantity, so the last number wins.
    await find(page, one);
    await keyOf(page, "setTo", box).click();
    await fewSite.save("edit-box", { ...item, quantity: 6 });
    await numberField(page).fill("5");
    await sendKey(page).click();
    await isDone(page);
    expect(await fewSite.contentsOf(box)).toMatchObject([{ quantity: 5 }]);
    await keyOf(page, "moveTo").click();
    await codeField(page).fill(other.typed);
    await sendKey(page).click();
    await isDone(page);
    await page.locator(".facts a", { hasText: other.value }).waitFor();
  });

  test("work on a site with its own names, decimals and no key", async () => {
    const { goods, boxes, shelves } = oddSite.labels();
    const [[one], [box, otherBox], [shelf, other]] = [goods, boxes, shelves];
    const words = oddSite.boardWords().acts;
    const item = { box_no: box.value, zongpai: one.value };
    await oddSite.place(one, shelf);
    expect(await oddSite.save("post-box", { ...item, quantity: 0.2 })).toBe("done");
    const page = await oddSite.opened();
    const shown = await offered(page, one);
    expect(shown).toEqual([words.moveTo, words.offShelf, words.setTo, words.takeOut]);
    const key = (at: number) => rowOf(page, box).getByTestId("act").nth(at);
    await key(0).click();
    await numberField(page).fill("0,15");
    await sendKey(page).click();
    await isDone(page);
    expect(await oddSite.contentsOf(box)).toMatchObject([{ quantity: 0.15 }]);
    await key(1).click();
    await numberField(page).fill("0.05");
    await codeField(page).fill(otherBox.typed);
    await sendKey(page).click();
    await isDone(page);
    expect(await oddSite.contentsOf(box)).toMatchObject([{ quantity: 0.1 }]);
    expect(await oddSite.contentsOf(otherBox)).toMatchObject([{ quantity: 0.05 }]);
    await key(0).click();
    // This site refuses more than the ordered quantity.
    await numberField(page).fill("4000");
    await sendKey(page).click();
    await openAct(page).locator(".lack").waitFor();
    await page.getByTestId("cancel").click();
    await page.locator(".found > .apart").getByTestId("act").first().click();
    await codeField(page).fill(other.typed);
    await sendKey(page).click();
    await isDone(page);
    await page.locator(".facts a", { hasText: other.value }).waitFor();
  });
});
