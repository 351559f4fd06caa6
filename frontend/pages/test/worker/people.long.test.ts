import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { de, en } from "#words";
import { violations } from "../browser.ts";
import { onStage } from "./rig.ts";
import {
  count,
  forgetLeft,
  holdStorage,
  inHand,
  isInstalled,
  isReadyToScan,
  isState,
  keptBy,
  mode,
  nothingWaits,
  offline,
  online,
  reload,
  scan,
  seenBy,
  shelve,
  shows,
  tap,
} from "./steps.ts";

onStage("the worker's page of several persons", "test/site/many-keys.ts", (stage) => {
  const keyOf = (name: string) => `${name}-key-on-this-laptop-only`;
  const card = (name: string) => ({ typed: `]Q1key:${name}=${keyOf(name)}` });
  const signedIn = (page: Page, name: string) =>
    page.locator(".prompt .name").getByText(name, { exact: true }).waitFor();
  const opened = async () => {
    stage.network.edit = (text) => text.replace(/<meta name="api-key"[^>]*>/, "");
    const opening = await stage.opened();
    await scan(opening.page, card("scanner-1"));
    await signedIn(opening.page, "scanner-1");
    return opening;
  };

  test("sends waiting scans under their scanner's name after another card signs in", async () => {
    const { page, goods, shelves } = await opened();
    await offline(page);
    await shelve(page, shelves[0], "kept", goods[0]);
    await scan(page, card("scanner-2"));
    await signedIn(page, "scanner-2");
    await page.locator('[data-outcome="kept"]').getByText("Scans of scanner-1: 1").waitFor();
    expect(await violations(page)).toEqual([]);
    expect((await seenBy(page)).tones.slice(-2)).toEqual(["sine 660", "sine 990"]);
    await scan(page, goods[1]);
    await shows(page, "wrong-label");
    await shelve(page, shelves[1], "kept", goods[1]);
    const html = await page.content();
    for (const name of ["scanner-1", "scanner-2"]) expect(html).not.toContain(keyOf(name));
    await expect.poll(() => keptBy(page)).toContain(keyOf("scanner-1"));
    await online(page);
    await nothingWaits(page);
    expect(await stage.whoDid(goods[0])).toEqual(["scanner-1"]);
    expect(await stage.whoDid(goods[1])).toEqual(["scanner-2"]);
    await expect.poll(() => keptBy(page)).not.toContain(keyOf("scanner-1"));
    await reload(page);
    await isReadyToScan(page);
    expect(await page.locator(".head .who").textContent()).toBe("scanner-2");
  });

  test("asks for a card after a sign-out, and still sends what waits", async () => {
    const { page, goods, shelves } = await opened();
    await offline(page);
    await shelve(page, shelves[0], "kept", goods[0]);
    await tap(page, "who");
    await tap(page, "sign-out");
    for (const { lang, worker } of [de, en]) {
      await tap(page, "who");
      await page.locator(`[data-test="language"][lang="${lang}"]`).click();
      await tap(page, "back");
      await page.getByText(worker.next.key).waitFor();
    }
    await page.getByText("Scan your card").waitFor();
    expect(await violations(page)).toEqual([]);
    stage.network.edit = (text) => text;
    await online(page);
    await reload(page);
    await page.getByText("Scan your card").waitFor();
    await nothingWaits(page);
    expect(await stage.whoDid(goods[0])).toEqual(["scanner-1"]);
    await expect.poll(() => keptBy(page)).not.toContain(keyOf("scanner-1"));
    await scan(page, card("scanner-2"));
    await page.getByText("Scan a shelf").waitFor();
  });

  test("shows another person's newer scan with their name and both times", async () => {
    const { page, goods, shelves } = await opened();
    await offline(page);
    await shelve(page, shelves[0], "kept", goods[0]);
    const { status } = await fetch(`${stage.stage().url}/trace/location`, {
      method: "POST",
      headers: { "x-api-key": keyOf("scanner-3"), "content-type": "application/json" },
      body: JSON.stringify({ zongpai: goods[0].value, location: shelves[1].value }),
    });
    expect(status).toBeLessThan(300);
    await online(page);
    await page
      .locator('[data-outcome="superseded"]')
      .getByText(/^scanner-3 at \d+:\d+, you at \d+:\d+$/)
      .waitFor();
  });

  test("saves an open number for its counter when another person's card comes", async () => {
    const { page, goods, boxes } = await opened();
    await mode(page, 1);
    await scan(page, boxes[0]);
    await scan(page, goods[0]);
    await page.locator(".pad").waitFor();
    await scan(page, card("scanner-2"));
    await signedIn(page, "scanner-2");
    await shows(page, "recorded", goods[0]);
    expect(await stage.whoDid(goods[0])).toEqual(["scanner-1"]);
    expect(await count(page, "refused")).toBe(0);
  });

  test("offers no correction of a refusal until a person signs in", async () => {
    const { page, goods, boxes } = await opened();
    await mode(page, 1);
    await offline(page);
    await scan(page, boxes[0]);
    await scan(page, goods[0]);
    await tap(page, "save");
    await shows(page, "kept", goods[0]);
    await stage.save("post-box", {
      box_no: boxes[0].value,
      zongpai: goods[0].value,
      quantity: 2,
    });
    await online(page);
    await page.locator('.banner [data-test="act"]', { hasText: "Set to 1" }).waitFor();
    await tap(page, "who");
    await tap(page, "sign-out");
    await tap(page, "refused");
    await page.locator(".no").getByTestId("understood").waitFor();
    expect(await page.locator(".no").getByTestId("act").count()).toBe(0);
  });

  test("keeps what is in hand for the same card only", async () => {
    const { page, goods, boxes, shelves } = await opened();
    const inHands = [shelves[0], boxes[0], goods[0]];
    const take = async () => {
      for (const [at, label] of inHands.entries()) {
        await mode(page, at);
        await scan(page, label);
        await inHand(page, label);
      }
    };
    const holdsNothing = async () => {
      for (const [at] of inHands.entries()) {
        await mode(page, at);
        await page.locator(".prompt.whole:not(:has(code))").waitFor();
      }
    };
    await take();
    await scan(page, card("scanner-1"));
    for (const [at, label] of inHands.entries()) {
      await mode(page, at);
      await inHand(page, label);
    }
    await scan(page, card("scanner-2"));
    await signedIn(page, "scanner-2");
    await holdsNothing();
    await take();
    await tap(page, "who");
    await tap(page, "sign-out");
    await scan(page, card("scanner-2"));
    await signedIn(page, "scanner-2");
    await holdsNothing();
  });

  test("holds scans whose key the device lost until that person's next card", async () => {
    const { page, goods, shelves } = await opened();
    await isInstalled(page);
    await offline(page);
    await shelve(page, shelves[0], "kept", goods[0]);
    await scan(page, card("scanner-2"));
    await signedIn(page, "scanner-2");
    await forgetLeft(page);
    await reload(page);
    await isReadyToScan(page);
    await online(page);
    await shelve(page, shelves[1], "recorded", goods[1]);
    expect([await stage.whoDid(goods[0]), await stage.whoDid(goods[1])]).toEqual([
      [],
      ["scanner-2"],
    ]);
    expect(await count(page, "waiting")).toBe(1);
    await scan(page, card("scanner-1"));
    await nothingWaits(page);
    expect(await stage.whoDid(goods[0])).toEqual(["scanner-1"]);
  });

  test("keeps the scanner's name on a scan that is stored during sign-out", async () => {
    const { page, goods, shelves } = await opened();
    await scan(page, shelves[0]);
    await inHand(page, shelves[0]);
    const release = await holdStorage(page);
    await scan(page, goods[0]);
    await tap(page, "who");
    await tap(page, "sign-out");
    await page.getByText("Scan your card").waitFor();
    await tap(page, "who");
    await page.getByTestId("device").waitFor();
    await tap(page, "back");
    await release();
    await nothingWaits(page);
    await expect.poll(() => stage.whoDid(goods[0])).toEqual(["scanner-1"]);
    await page.getByText("Scan your card").waitFor();
    await expect.poll(() => keptBy(page)).not.toContain(keyOf("scanner-1"));
  });

  test("keeps what is in hand when an unknown card comes, and hides its key", async () => {
    const { page, boxes } = await opened();
    await mode(page, 1);
    await scan(page, boxes[0]);
    await scan(page, { typed: "key:scanner-9=0123456789abcdef0123456789abcdef" });
    await page.getByText("This key is not known.").waitFor();
    expect(await page.getByTestId("outcome").textContent()).not.toContain("0123");
    expect(await page.locator(".prompt b").first().textContent()).toBe(boxes[0].value);
  });
});

onStage("a page without a key, on demo", "demo", (stage) => {
  const key = "demo-key-on-this-laptop-only";
  const opened = async () => {
    // A deployed page comes without a key.
    stage.network.edit = (text) => text.replace(/<meta name="api-key"[^>]*>/, "");
    const opening = await stage.opened();
    await isState(opening.page, "held");
    return opening;
  };

  test("asks until a valid key is scanned, and keeps it over a reload", async () => {
    const { page, goods, shelves } = await opened();
    await scan(page, goods[0]);
    await shows(page, "wrong-label");
    await scan(page, { typed: "scanner-7=not-a-key-of-this-site" });
    await page.getByText("This key is not known.").waitFor();
    await scan(page, { typed: `]Q1${key}` });
    await isState(page, "online");
    expect(await page.locator(".who").textContent()).toBe("demo");
    // The page shows the person before it has stored the key.
    await expect.poll(() => keptBy(page)).toContain(key);
    await reload(page);
    await isReadyToScan(page);
    await shelve(page, shelves[0], "recorded", goods[0]);
  });

  test("asks again when its key is no longer known, and loses no scan", async () => {
    const { page, goods, shelves } = await opened();
    await scan(page, { typed: key });
    await isState(page, "online");
    await shelve(page, shelves[0], "recorded", goods[0]);
    stage.network.key = "not-known-any-more";
    await scan(page, goods[1]);
    await isState(page, "held");
    expect(await count(page, "waiting")).toBe(1);
    stage.network.key = undefined;
    await scan(page, { typed: key });
    await nothingWaits(page);
    expect(await count(page, "refused")).toBe(0);
  });
});

onStage("the worker's page where keys have roles", "test/site/key-roles.ts", (stage) => {
  const opened = (name: string) => {
    stage.network.key = `${name}-key-on-this-laptop-only`;
    return stage.opened();
  };
  const modes = (page: Page) => page.locator(".modes button").allTextContents();

  test.each([
    ["handheld-1", ["Shelve", "Box", "Look up"]],
    ["erp", ["Look up"]],
  ])("offers %s what its role may do, and nothing else", async (name, offered) => {
    const { page } = await opened(name);
    await expect.poll(() => modes(page)).toEqual(offered);
    await expect.poll(() => page.locator(".modes [aria-current]").textContent()).toBe(offered[0]);
  });

  test("asks for the role's rights once, and has no request refused", async () => {
    stage.requests.splice(0);
    const { page } = await opened("desk");
    await expect.poll(() => modes(page)).toEqual(["Shelve", "Look up"]);
    expect(stage.requests.filter(({ path }) => path.endsWith("/me"))).toHaveLength(1);
    expect(stage.writes()).toEqual([]);
  });

  test("offers the next person everything until the service answers with their rights", async () => {
    const { page } = await stage.opened();
    await expect.poll(() => modes(page)).toEqual(["Shelve", "Box", "Look up"]);
    stage.network.fateOf = ({ path }) => (path.endsWith("/me") ? "drop" : undefined);
    await scan(page, { typed: "key:desk=desk-key-on-this-laptop-only" });
    await expect.poll(() => modes(page)).toEqual(["Shelve", "Box", "Attach", "Look up"]);
    stage.network.fateOf = () => undefined;
    await expect.poll(() => modes(page)).toEqual(["Shelve", "Look up"]);
  });

  test("refuses a label that the role may not look up, and queues nothing", async () => {
    const { page, boxes } = await opened("handheld-1");
    // The page looks the box up until it knows the role's rights.
    const outcome = async () => {
      await mode(page, -1);
      await scan(page, boxes[0]);
      return page.getByTestId("outcome").getAttribute("data-outcome");
    };
    await expect.poll(outcome).toBe("wrong-label");
    expect([await count(page, "waiting"), await count(page, "refused")]).toEqual([0, 0]);
  });
});
