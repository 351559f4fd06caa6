import { expect, test } from "vitest";
import { onStage } from "./rig.ts";
import { mode, put, scan, shows } from "./steps.ts";

onStage("the reading of labels on the worker's page of demo", "demo", (stage) => {
  const gs = "\u001d";
  const elements = (box: string, goods: string) => `]C1241${goods}${gs}00${box.slice(2)}`;
  const banner = (page: Awaited<ReturnType<typeof stage.opened>>["page"]) =>
    page.locator('[data-test="outcome"]');

  test("says why a label is refused, and sends nothing", async () => {
    const { page, goods, shelves } = await stage.opened();
    const { notes } = stage.words();
    const before = stage.writes().length;
    const swapped = shelves[0].typed.toLowerCase();
    const unseen = notes.unseen.replace("{what}", "<U+200B>");
    for (const [typed, note] of [
      [swapped, notes.capsLock],
      ["xtouchxbox", notes.capsLock],
      [`${goods[0].typed}${goods[0].typed}`, notes.doubled],
      [`${shelves[0].typed}${shelves[0].typed}`, notes.doubled],
      [`${goods[0].typed}\u200b`, unseen],
      ["PO4。1", notes.inputMethod],
      ["PO4-", notes.notSent],
    ] as const) {
      await put(page, { typed });
      await banner(page).getByText(note, { exact: true }).waitFor();
    }
    expect(stage.writes().length).toBe(before);
  });

  test("says that Caps Lock is on, also for a label of another warehouse", async () => {
    const { page } = await stage.opened();
    const { notes } = stage.words();
    await scan(page, { typed: "R-17-x" });
    await banner(page).getByText(notes.notSent, { exact: true }).waitFor();
    await page.evaluate("KeyboardEvent.prototype.getModifierState = (key) => key === 'CapsLock'");
    await scan(page, { typed: "R-17-y" });
    await banner(page).getByText(notes.capsLock, { exact: true }).waitFor();
  });

  test("takes what a printer or an input method adds, and typed text with blanks", async () => {
    const { page, goods, shelves } = await stage.opened();
    await put(page, { typed: `${shelves[0].typed}   ` });
    await put(page, { typed: `]Q2\\000026${goods[0].typed}` });
    await shows(page, "recorded", goods[0], shelves[0]);
    const wide = goods[1].typed.replace(/./g, (one) =>
      String.fromCharCode(one.charCodeAt(0) + 0xfee0),
    );
    await put(page, { typed: wide });
    await shows(page, "recorded", goods[1], shelves[0]);
    await page.getByText(stage.words().acts.type, { exact: true }).click();
    await page.keyboard.type(` ${goods[2].typed.toLowerCase()} `);
    await page.keyboard.press("Enter");
    await shows(page, "recorded", goods[2], shelves[0]);
  });

  test("shows nothing of a key card that is read with Caps Lock on", async () => {
    const { page } = await stage.opened();
    await put(page, { typed: "KEY:BOSS=0123456789ABCDEF" });
    await banner(page).getByText(stage.words().notes.capsLock, { exact: true }).waitFor();
    expect(await page.locator("body").innerText()).not.toMatch(/BOSS|0123/i);
  });

  test("takes a box and goods from one label, and then counts the goods", async () => {
    const { page, goods } = await stage.opened();
    const [box, other] = ["BX340123450000000017", "BX340123450000000024"];
    const typed = elements(box, goods[0].value);
    await mode(page, 1);
    await put(page, { typed });
    await page.locator(".pad").waitFor();
    const before = stage.writes().length;
    await page.waitForTimeout(1_600);
    await put(page, { typed });
    await expect.poll(() => page.locator("output").innerText()).toContain("2");
    // Another box's label is refused with both boxes, while the number is open and afterwards.
    await put(page, { typed: elements(other, goods[0].value) });
    await shows(page, "wrong-label", { value: box }, { value: other });
    expect(stage.writes().length).toBe(before);
    // The next goods of the same box save the number.
    await put(page, { typed: elements(box, goods[1].value) });
    await expect.poll(() => stage.writes().length).toBe(before + 1);
    await put(page, { typed: elements(other, goods[2].value) });
    await shows(page, "wrong-label", { value: box }, { value: other });
    expect(stage.writes().length).toBe(before + 1);
  });

  test("takes a shelf and goods from one label, and no goods of another shelf", async () => {
    const { page, goods, shelves } = await stage.opened();
    const label = (shelf: string, code: string) => `]d2254${shelf}${gs}241${code}`;
    await put(page, { typed: label(shelves[0].value, goods[0].value) });
    await shows(page, "recorded", goods[0], shelves[0]);
    const before = stage.writes().length;
    await put(page, { typed: label(shelves[1].value, goods[1].value) });
    await shows(page, "wrong-label", shelves[0], shelves[1]);
    expect(stage.writes().length).toBe(before);
    await put(page, { typed: label(shelves[0].value, goods[1].value) });
    await shows(page, "recorded", goods[1], shelves[0]);
  });
});
