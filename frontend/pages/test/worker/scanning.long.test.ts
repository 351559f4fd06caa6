import { expect, test } from "vitest";
import { installClock } from "../browser.ts";
import { onSites } from "./rig.ts";
import { answered, count, holdStorage, mode, saveFew, scan, shows, tap } from "./steps.ts";

onSites("the worker's page on", (stage, { choice, suffixes }) => {
  test("records each save once while 40 % of the answers are lost", async () => {
    const { page, goods, boxes } = await stage.opened();
    const saved = goods.slice(0, 20);
    let writes = 0;
    stage.network.fateOf = ({ method }) => {
      if (method === "GET") return undefined;
      writes += 1;
      // Lose two of every five answers.
      return writes % 5 === 1 || writes % 5 === 3 ? "lose" : undefined;
    };
    await mode(page, 1);
    await scan(page, boxes[0]);
    for (const label of saved) {
      await scan(page, label);
      await saveFew(page);
      await page.locator(".pad").waitFor({ state: "detached" });
    }
    await page.getByTestId("outcome").filter({ hasText: goods[19]?.value }).waitFor();
    await answered(page);
    for (const label of saved) expect(await stage.placesOf(label)).toEqual(["saved"]);
    // Without keys the service cannot recognise a repeated request. The page marks such a refusal as unsure.
    const refused = await count(page, "refused");
    if (stage.site().extensions.idempotencyKey !== false) expect(refused).toBe(0);
    else {
      await tap(page, "refused");
      // The browser itself repeats a request whose connection broke. A read shows that it is recorded.
      await expect
        .poll(() => page.locator(".no li", { hasText: stage.words().scans.there }).count())
        .toBe(refused);
    }
  });

  test("reads 60 of 60 labels despite clicks and stalls of 1.5 s", async () => {
    const { page, ...labels } = await stage.opened({ prepare: installClock });
    const shelves = labels.shelves.slice(0, 3);
    // A site may refuse places of goods that its ERP does not know.
    const { goods } = stage.labels(20);
    const before = stage.writes().length;
    for (const shelf of shelves) {
      await scan(page, shelf);
      for (const [at, label] of goods.entries()) {
        // Clicks between labels and inside them, on the prompt and the banner only, because the rows of the list are keys.
        const parts = page.locator(".prompt, .banner:not([hidden])");
        const part = await parts.nth(at % (await parts.count())).boundingBox();
        const { x = 0, y = 0, height = 1 } = part ?? {};
        const click = () =>
          page.mouse.click(x + 20 + ((at * 53) % 150), y + ((at * 97) % Math.floor(height)));
        await click();
        await page.keyboard.type(label.typed.slice(0, 3));
        await click();
        if (at === 7) await page.clock.fastForward(1_500);
        await page.keyboard.type(label.typed.slice(3));
        await page.keyboard.press(suffixes[at % suffixes.length] ?? "Enter");
      }
    }
    await expect.poll(() => stage.writes().length - before).toBeGreaterThanOrEqual(60);
    await answered(page);
    expect(stage.writes().length - before).toBe(60);
    const places = shelves.map(({ value }) => value);
    for (const label of goods) expect((await stage.placesOf(label)).slice(-3)).toEqual(places);
  });

  if (choice !== "demo") return;

  test("reads labels that arrive as one text, and says if the end is missing", async () => {
    const { page, goods, shelves } = await stage.opened();
    const before = stage.writes().length;
    const labels = [goods[0], shelves[0], goods[0], goods[1]];
    await page.keyboard.insertText(labels.map(({ typed }) => typed).join("\n"));
    await shows(page, "recorded", goods[0], shelves[0]);
    await page.locator(".banner", { hasText: stage.words().noEnd }).waitFor();
    await page.keyboard.press("Enter");
    await shows(page, "recorded", goods[1], shelves[0]);
    expect(stage.writes().length).toBe(before + 2);
  });

  test("still shows a wrong label when the device has kept the scan before it", async () => {
    const { page, goods, shelves } = await stage.opened();
    await scan(page, shelves[0]);
    const before = stage.writes().length;
    const release = await holdStorage(page);
    await scan(page, goods[1]);
    await scan(page, { typed: "?" });
    await shows(page, "wrong-label");
    await release();
    await expect.poll(() => stage.writes().length).toBe(before + 1);
    await page
      .locator(".trail [data-outcome=recorded] code", { hasText: goods[1].value })
      .waitFor();
    await shows(page, "wrong-label");
  });

  test("sends a label that is repeated within 1.5 s once, and says so", async () => {
    const { page, goods, shelves } = await stage.opened();
    await scan(page, shelves[0]);
    const before = stage.writes().length;
    await installClock(page);
    // A stopped clock makes all labels arrive at once, however slow the machine is.
    await page.clock.pauseAt(Date.now() + 60_000);
    const release = await holdStorage(page);
    for (let times = 0; times < 3; times += 1) await scan(page, goods[0]);
    await release();
    await page.clock.resume();
    await page.getByText(stage.words().notes.again).waitFor();
    await shows(page, "recorded", goods[0]);
    expect(stage.writes().length - before).toBe(1);
    await page.clock.fastForward(1_600);
    await scan(page, goods[0]);
    await expect.poll(() => stage.writes().length - before).toBe(2);
  });
});
