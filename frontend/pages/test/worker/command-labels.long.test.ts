import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { commandCodes, type LabelCommand } from "#labels/command-codes.ts";
import { installClock } from "../browser.ts";
import { onSites, onStage } from "./rig.ts";
import { forgetSeen, inHand, mode, put, scan, seenBy, shelve, shows, tap, touch } from "./steps.ts";

/** Milliseconds after which a second command counts. */
const bounceMs = 300;

const putCommand = (page: Page, command: LabelCommand) =>
  put(page, { typed: commandCodes[command] });

/** Scans a command some time after the one before. */
const runCommand = async (page: Page, command: LabelCommand) => {
  await page.clock.fastForward(bounceMs);
  await putCommand(page, command);
};

const isMode = (page: Page, name: LabelCommand) =>
  page.locator(`.modes [data-command="${name}"][aria-current="page"]`).waitFor();
const pad = (page: Page) => page.locator(".pad");
const isGone = (page: Page, part: string) => page.locator(part).waitFor({ state: "detached" });

/** Waits for a wrong label whose banner names the key and then says these lines. */
const isRefused = async (page: Page, word: string, ...lines: string[]) => {
  await shows(page, "wrong-label");
  await expect
    .poll(() => page.locator('[data-test="outcome"] p').allTextContents())
    .toEqual([word, ...lines]);
};

onSites("command labels on", (stage) => {
  const opened = () => stage.opened({ prepare: installClock });

  test("touch the keys of Box: the mode, Save, Cancel and Take back", async () => {
    const { page, goods, boxes } = await opened();
    const [[one, two], [box]] = [goods, boxes];
    await runCommand(page, "box");
    await isMode(page, "box");
    await put(page, box);
    await put(page, one);
    await touch(page, 2);
    await runCommand(page, "save");
    await shows(page, "recorded", one, box);
    await put(page, two);
    await pad(page).waitFor();
    const writes = stage.writes().length;
    await runCommand(page, "cancel");
    await isGone(page, ".pad");
    await inHand(page, box);
    expect(stage.writes()).toHaveLength(writes);
    expect(await stage.contentsOf(box)).toMatchObject([{ zongpai: one.value }]);
    await runCommand(page, "takeBack");
    await expect.poll(() => stage.contentsOf(box)).toEqual([]);
  });

  test("touch the keys of Shelve, Attach and Look up, and Check", async () => {
    const { page, goods, shelves } = await opened();
    const [one, two] = goods;
    await runCommand(page, "attach");
    await isMode(page, "attach");
    await runCommand(page, "shelve");
    await isMode(page, "shelve");
    await runCommand(page, "offShelf");
    await page.getByTestId("off-shelf").waitFor({ state: "detached" });
    await put(page, one);
    await shows(page, "recorded", one);
    expect(await stage.placesOf(one)).toEqual([""]);

    await shelve(page, shelves[0], "recorded", two);
    await runCommand(page, "look");
    await isMode(page, "look");
    await put(page, two);
    await page.locator(".found .offers").waitFor();
    await runCommand(page, "offShelf");
    await expect.poll(() => stage.placesOf(two)).toEqual([shelves[0].value, ""]);
    await put(page, shelves[0]);
    await page.locator('.found [data-command="check"]').waitFor();
    await runCommand(page, "check");
    await page.locator('.acts .main[data-test="check"]').waitFor();
  });

  test("save no number that has two meanings", async () => {
    const { page, goods, boxes } = await opened();
    const { acts, notes, wrong } = stage.words();
    await stage.save("post-box", {
      box_no: boxes[0].value,
      zongpai: goods[0].value,
      quantity: stage.site().formats.quantity.least,
    });
    await mode(page, 1);
    await put(page, boxes[0]);
    await put(page, goods[0]);
    await page.locator(".counted code", { hasText: boxes[0].value }).waitFor();
    await touch(page, 2);
    await page.getByTestId("add").waitFor();
    await runCommand(page, "save");
    await isRefused(page, acts.save, wrong.noKey, notes.addOrSet);
    await tap(page, "add");
    await shows(page, "recorded", goods[0], boxes[0]);
  });

  test("count twice if the same one comes again after 300 ms", async () => {
    const { page, goods, boxes } = await opened();
    const [[one], [box]] = [goods, boxes];
    await mode(page, 1);
    await put(page, box);
    await put(page, one);
    await touch(page, 2);
    await runCommand(page, "save");
    await shows(page, "recorded", one, box);
    await page.locator(".line", { hasText: one.value }).click();
    await page.locator(".picks .line").first().click();
    await pad(page).waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    await putCommand(page, "cancel");
    await page.locator(".picks").waitFor();
    await runCommand(page, "cancel");
    await inHand(page, box);
    await isGone(page, ".picks");
  });

  test("touch Back as they touch Cancel", async () => {
    const { page, goods, shelves } = await opened();
    await put(page, shelves[0]);
    await page.locator(".me").click();
    await runCommand(page, "cancel");
    await inHand(page, shelves[0]);
    await runCommand(page, "look");
    await put(page, goods[0]);
    await page.locator(".found").waitFor();
    await runCommand(page, "cancel");
    await inHand(page, shelves[0]);
  });

  test("count once within 300 ms, whichever they are", async () => {
    const { page, boxes, shelves } = await opened();
    await put(page, shelves[0]);
    await runCommand(page, "box");
    await put(page, boxes[0]);
    await runCommand(page, "look");
    await page.clock.pauseAt(Date.now() + 60_000);
    await putCommand(page, "box");
    await isMode(page, "box");
    for (const other of ["box", "shelve", "look"] as const) {
      await page.clock.fastForward(bounceMs - 1);
      await putCommand(page, other);
    }
    await inHand(page, boxes[0]);
    await runCommand(page, "shelve");
    await inHand(page, shelves[0]);
  });

  test("sound the alarm and send nothing while their key is hidden", async () => {
    const { page, goods, boxes, shelves } = await opened();
    const { acts, modes, notes, wrong, cancel } = stage.words();
    await put(page, shelves[0]);
    await forgetSeen(page);
    const writes = stage.writes().length;
    const notSent = [wrong.noKey, notes.notSent];
    await runCommand(page, "offShelf");
    await isRefused(page, acts.offShelf, ...notSent);
    await expect.poll(async () => (await seenBy(page)).tones).toEqual(["square 160"]);
    await runCommand(page, "save");
    await isRefused(page, acts.save, ...notSent);
    await runCommand(page, "takeBack");
    await isRefused(page, acts.takeBack, ...notSent);
    await runCommand(page, "cancel");
    await isRefused(page, cancel, ...notSent);
    await inHand(page, shelves[0]);

    await mode(page, 1);
    await put(page, boxes[0]);
    await put(page, goods[0]);
    await touch(page, 2);
    await runCommand(page, "shelve");
    await isRefused(page, modes.shelve, wrong.noKey, notes.finishNumber);
    await pad(page).waitFor();
    expect(stage.writes()).toHaveLength(writes);
  });
});

onStage("command labels of the worker's page", "demo", (stage) => {
  test("do jobs without a tap", async () => {
    const { page, goods, boxes } = await stage.opened({ prepare: installClock });
    const [[one], [box]] = [goods, boxes];
    let scans = 0;
    const table: Record<string, number> = {};
    const scanEach = async (...all: readonly (LabelCommand | { readonly typed: string })[]) => {
      for (const each of all) {
        scans += 1;
        await (typeof each === "string" ? runCommand(page, each) : put(page, each));
      }
    };
    const ends = (job: string) => {
      table[job] = scans;
      scans = 0;
    };

    await scanEach("box", box, one, "save");
    await shows(page, "recorded", one, box);
    ends("box one piece");
    await scanEach("takeBack");
    await expect.poll(() => stage.contentsOf(box)).toEqual([]);
    ends("take it back");
    await scanEach("shelve", "offShelf", one);
    await shows(page, "recorded", one);
    expect((await stage.placesOf(one)).at(-1)).toBe("");
    ends("put goods off shelf");
    await scanEach("box");
    await inHand(page, box);
    ends("go on with the box");

    expect(table).toEqual({
      "box one piece": 4,
      "take it back": 1,
      "put goods off shelf": 3,
      "go on with the box": 1,
    });
  });

  test("do nothing while a card is asked for", async () => {
    const { page } = await stage.opened({ prepare: installClock });
    await page.locator(".me").click();
    await tap(page, "sign-out");
    const { next, modes, wrong, notes } = stage.words();
    await page.getByText(next.key).waitFor();
    const asked = stage.requests.length;
    await runCommand(page, "box");
    await isRefused(page, modes.box, wrong.noKey, notes.notSent);
    await page.getByText(next.key).waitFor();
    expect(stage.requests.slice(asked).filter(({ path }) => !path.includes("/app/"))).toEqual([]);
  });

  test("do nothing when they come as the lot of a GS1 label", async () => {
    const { page, goods, shelves } = await stage.opened({ prepare: installClock });
    await put(page, shelves[0]);
    // The lot is ignored, and the goods are recorded.
    await put(page, { typed: `]C1241${goods[0].value}\u001d10${commandCodes.box}` });
    await shows(page, "recorded", goods[0], shelves[0]);
    await isMode(page, "shelve");
    await put(page, { typed: `]C110${commandCodes.box}` });
    await shows(page, "wrong-label");
    await isMode(page, "shelve");
  });

  test("are shown by the scanner test, and touch no key there", async () => {
    const { page } = await stage.opened({ prepare: installClock });
    const { modes, device } = stage.words();
    await page.locator(".me").click();
    await tap(page, "device");
    await scan(page, { typed: commandCodes.box });
    const test = page.locator('section[data-test="device"]');
    await test.getByText(modes.box, { exact: true }).waitFor();
    await test.getByText(device.change.again.replace("{count}", "1")).waitFor();
    await tap(page, "back");
    await page.getByTestId("device").first().waitFor();
    await tap(page, "back");
    await isMode(page, "shelve");
  });
});
