// A long test: sounds, words and offers of the worker's page.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { inChromium } from "../browser.ts";
import type { Label } from "../tours/labels.ts";
import { scan, shows } from "../tours/worker-tour.ts";
import { answered, count, hears, isInstalled, mode, sites, stored, worker } from "./rig.ts";

/** In the page: what sounds and shakes, what the policy complains of. */
const spies = `
globalThis.seen = { tones: [], shakes: [], complaints: [] };
navigator.vibrate = (pattern) => seen.shakes.push(pattern.join(" "));
const Tone = OscillatorNode;
globalThis.OscillatorNode = class extends Tone {
  constructor(context, options) { super(context, options); this.says = options.type + " " + options.frequency; }
  start(at) { super.start(at); seen.tones.push(this.says); }
};
addEventListener("securitypolicyviolation", ({ blockedURI, violatedDirective }) => seen.complaints.push(violatedDirective + " " + blockedURI));
`;

type Seen = Readonly<Record<"tones" | "shakes" | "complaints", string[]>>;
const seenBy = (page: Page) => page.evaluate<Seen>("globalThis.seen");

inChromium.each(sites)("the outcomes on the worker's page of $name", ({ choice }) => {
  const stage = worker(choice);
  const opened = () => stage.opened((page) => page.addInitScript(spies));
  const labels = () => {
    const { goods, boxes, shelves } = stage.labels();
    return { goods, box: boxes[0], shelf: shelves[0], unknown: goods.at(-1) as Label };
  };

  test("has a sound and a vibration of its own for each outcome, and keeps to its origin and its policy", async () => {
    const { goods, box, shelf, unknown } = labels();
    const page = await opened();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const hear = async (outcome: string, tone: string, shake: string, act: () => Promise<void>) => {
      await page.evaluate("seen.tones.length = seen.shakes.length = 0");
      await act();
      await shows(page, outcome);
      const heard = async () => {
        const { tones, shakes } = await seenBy(page);
        return `${tones.join()} / ${shakes.filter((shake) => shake !== "20").join()}`;
      };
      await expect.poll(heard).toBe(`${tone} / ${shake}`);
    };
    await scan(page, shelf);
    await hear("recorded", "sine 1320", "40", () => scan(page, goods[0]));
    await hear("wrong-label", "square 160", "120 60 120", () => scan(page, box));
    await page.context().setOffline(true);
    await page.locator('[data-test="state"][data-state="offline"]').waitFor();
    await hear("kept", "sine 880,sine 880", "40 60 40", () => scan(page, goods[1]));
    await page.context().setOffline(false);
    await mode(page, 1);
    await scan(page, box);
    await scan(page, unknown);
    await hear("refused", "square 220,square 220,square 220", "300 100 300 100 300", () =>
      page.locator(".save").click(),
    );
    expect((await seenBy(page)).complaints).toEqual([]);
    expect(asked.filter((url) => !url.startsWith(`${stage.origin()}/`))).toEqual([]);
  });

  test("shows what was refused until it is understood, over a reload too", async () => {
    const { goods, box, shelf, unknown } = labels();
    const page = await opened();
    await mode(page, 1);
    await scan(page, box);
    await scan(page, unknown);
    await page.locator(".save").click();
    await shows(page, "refused");
    await page.reload();
    await hears(page);
    await page.locator('[data-test="refused"][data-outcome="refused"]').click();
    expect(await count(page, "refused")).toBe(1);
    await page.locator(".no .btn").last().click();
    await page.locator('[data-test="refused"]:not([data-outcome])').waitFor();
    // What is not yet forgotten when the page ends is shown again.
    await expect.poll(() => stored(page)).toBe(0);
    await page.reload();
    await hears(page);
    await scan(page, shelf);
    await scan(page, goods[1]);
    await shows(page, "recorded", goods[1]);
    expect(await count(page, "refused")).toBe(0);
  });

  test("takes the last scan back: to where the goods were, or out of the box", async () => {
    const { goods, box, shelf } = labels();
    const [, other] = stage.labels().shelves;
    const page = await opened();
    for (const at of [shelf, other]) {
      await scan(page, at);
      await page.waitForTimeout(1_600);
      await scan(page, goods[2]);
      await shows(page, "recorded", goods[2], at);
    }
    await page.locator('[data-test="take-back"]').click();
    await shows(page, "recorded", goods[2], shelf);
    await mode(page, 1);
    await scan(page, box);
    await scan(page, goods[3]);
    await stage.saveFew(page);
    await shows(page, "recorded", goods[3], box);
    await page.locator('[data-test="take-back"]').click();
    // What takes back cannot be taken back.
    await page.locator('[data-test="take-back"]').waitFor({ state: "detached" });
    await shows(page, "recorded", goods[3], box);
    await mode(page, 3);
    await scan(page, goods[3]);
    await page.locator(".found .place").waitFor();
    expect(await page.locator(".found .lines code").count()).toBe(0);
    await scan(page, goods[2]);
    await page.locator(".found .place code", { hasText: shelf.value }).waitFor();
  });

  test("offers the site's attachments when it was opened without a network, too", async () => {
    const { goods } = labels();
    const page = await opened();
    await isInstalled(page);
    await page.context().setOffline(true);
    await page.reload();
    await hears(page);
    await mode(page, 2);
    await scan(page, goods[0]);
    const offered = stage.site().attachment.categories.map(({ label }) => label);
    await expect.poll(() => page.locator(".pick b").allTextContents()).toEqual(offered);
  });

  test("takes what somebody types as it is on the label, with an example before that, and refuses a wrong one", async () => {
    const { goods, box, shelf } = labels();
    const page = await opened();
    const type = async ({ value }: Label) => {
      await page.locator('.acts [aria-pressed="false"]').first().click();
      await page.locator(".field").fill(value);
      await page.keyboard.press("Enter");
    };
    await page.locator('.acts [aria-pressed="false"]').first().click();
    expect(await page.locator(".field").getAttribute("placeholder")).toBe(
      stage.site().formats.location.example,
    );
    await page.locator('.acts [aria-pressed="true"]').first().click();
    await type(shelf);
    await type(box);
    await shows(page, "wrong-label");
    await page.getByText(stage.words().wrong.box.replace("{label}", box.value)).waitFor();
    await type(goods[0]);
    await shows(page, "recorded");
  });

  test("refuses a wrong label where a number is asked for, on a desk's screen too", async () => {
    const { goods, box, unknown } = labels();
    const page = await opened();
    await page.setViewportSize({ width: 1_280, height: 800 });
    await mode(page, 1);
    await scan(page, box);
    await scan(page, goods[0]);
    await page.locator(".pad").waitFor();
    await scan(page, { typed: `?${unknown.typed}` });
    await shows(page, "wrong-label");
    // Nothing lies over it.
    await page.locator('[data-test="outcome"]').click({ trial: true });
  });

  test("can be worked with keys alone, and hears the scanner from a button", async () => {
    const { goods, shelf } = labels();
    const page = await opened();
    await page.keyboard.press("Shift+Tab");
    await page.locator('[data-test="refused"]:focus').waitFor();
    await page.locator(".sign.deaf").waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".no").waitFor();
    await page.locator(".modes button").first().focus();
    await page.keyboard.press("Space");
    await scan(page, shelf);
    await scan(page, goods[0]);
    await shows(page, "recorded");
  });

  test("lets one tab scan, and the other go on when it is closed", async () => {
    const { shelf } = labels();
    const first = await opened();
    const second = await first.context().newPage();
    await second.goto(stage.address());
    await second.getByText(stage.words().next.otherTab).waitFor();
    await first.close();
    await hears(second);
    await scan(second, shelf);
    await second.locator(".sign b", { hasText: shelf.value }).waitFor();
    await second.context().close();
  });

  test("starts a new version when the worker says so, and never while something is in hand", async () => {
    const { goods, shelf } = labels();
    const page = await opened();
    await isInstalled(page);
    await page.reload();
    await hears(page);
    stage.network.edit = (text, path) => (path.endsWith("sw.js") ? `${text}\n// new` : text);
    await scan(page, shelf);
    await page.evaluate(
      "navigator.serviceWorker.getRegistration().then((registration) => registration.update())",
    );
    const waits =
      "navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting !== null)";
    await expect.poll(() => page.evaluate(waits)).toBe(true);
    await page.waitForTimeout(300);
    const start = page.getByRole("button", { name: stage.words().acts.newVersion });
    expect(await start.count()).toBe(0);
    await page.context().setOffline(true);
    await scan(page, goods[0]);
    await shows(page, "kept", goods[0]);
    await scan(page, shelf);
    await start.waitFor();
    await page.context().setOffline(false);
    const loaded = page.waitForEvent("load");
    await start.click();
    await loaded;
    await hears(page);
    await answered(page);
    expect(await count(page, "refused")).toBe(0);
  });
});
