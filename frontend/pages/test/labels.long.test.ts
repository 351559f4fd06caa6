import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { type ReaderOptions, readBarcodes } from "zxing-wasm/reader";
import { keyCard } from "#infra/key-card.ts";
import { prepareReader } from "../../../test/support/print.ts";
import { faults, picture, watch } from "./browser.ts";
import { onStage } from "./worker/rig.ts";
import { inHand, isState, mode, put, scan, shows, touch } from "./worker/steps.ts";

/** The worker's page reads its camera with these options, plus inverted codes, which many scanners cannot read. */
const asCamera: ReaderOptions = {
  formats: ["QRCode", "Code39", "Code128", "DataMatrix"],
  textMode: "Plain",
  tryInvert: false,
};

/** Touches 1 and the key that saves it. */
const saveOne = async (page: Page) => {
  await touch(page, 1);
  await page.locator(".save").click();
};

const schemes = ["light", "dark"] as const;

onStage("the page of labels on demo, in Chromium", "demo", (stage) => {
  beforeAll(prepareReader);

  const cardOf = (name: string) => keyCard(name, stage.stage().apiKeys.get(name) ?? "");

  const openLabels = async (width: number, colorScheme: (typeof schemes)[number], hash = "") => {
    const page = await stage.newPage({ viewport: { width, height: 800 }, colorScheme });
    const seen = watch(page);
    await page.goto(stage.address("labels") + hash);
    return { page, seen };
  };

  /** All codes that are read from a picture when this label fills a third of it. */
  const readAt = async (page: Page, label: Locator) => {
    const box = await label.locator("svg").boundingBox();
    if (!box) throw new Error("The label is not shown.");
    const [x, y] = [Math.max(0, box.x - box.width), Math.max(0, box.y - box.height)];
    const [right, bottom] = [box.x + 2 * box.width, box.y + 2 * box.height];
    const clip = { x, y, width: right - x, height: bottom - y };
    const screen = await page.screenshot({ clip, fullPage: true });
    return (await readBarcodes(screen, asCamera)).map(({ text }) => text);
  };

  test.each([360, 900].flatMap((width) => schemes.map((scheme) => [width, scheme] as const)))(
    "has labels at %i pixels, %s, that a camera reads one at a time",
    async (width, scheme) => {
      const { page, seen } = await openLabels(width, scheme);
      const labels = await page.locator(".label").all();
      expect(labels.length).toBe(10);
      for (const [at, label] of labels.entries()) {
        const says = await label.locator("code").innerText();
        expect(await readAt(page, label)).toEqual([at === 0 ? cardOf(says) : says]);
      }
      expect(await faults(page, 24)).toEqual([]);
      expect(seen.complaints).toEqual([]);
      await picture(page, `labels-${scheme}-${width}`);
    },
  );

  test.each(schemes)("shows one label alone, %s, and all of them again", async (scheme) => {
    const { page } = await openLabels(360, scheme);
    const label = page.locator(".label", { hasText: "PO4-2" });
    await label.click();
    const shown = page.locator(".label:visible");
    await expect.poll(() => shown.count()).toBe(1);
    expect(await readAt(page, shown)).toEqual(["PO4-2"]);
    expect(await faults(page, 24)).toEqual([]);
    await picture(page, `label-${scheme}-360`);
    await page.getByRole("link", { name: "All labels" }).click();
    await expect.poll(() => shown.count()).toBe(10);
  });

  test("has labels that work on the worker's page as described", async () => {
    const { page: labels } = await openLabels(900, "light");
    const typed = async (section: string, at = 0) => {
      const [read = ""] = await readAt(labels, labels.locator(`#${section} .label`).nth(at));
      return { typed: read, value: read };
    };
    const { page } = await stage.opened();

    await page.locator(".me").click();
    await page.getByRole("button", { name: stage.words().signOut }).click();
    await isState(page, "held");
    await put(page, await typed("card"));
    await page.locator('.name[data-test="who"]', { hasText: "demo" }).waitFor();

    for (const at of [0, 1, 2]) {
      const [shelf, goods] = [await typed("shelves", at), await typed("goods", at)];
      await scan(page, shelf);
      await inHand(page, shelf);
      await scan(page, goods);
      await shows(page, "recorded", goods, shelf);
    }

    await mode(page, 1);
    for (const at of [0, 1]) {
      const [box, goods] = [await typed("boxes", at), await typed("goods", at)];
      await scan(page, box);
      await inHand(page, box);
      await scan(page, goods);
      await saveOne(page);
      await shows(page, "recorded", goods, box);
    }

    const unknown = await typed("unknown");
    await scan(page, unknown);
    await saveOne(page);
    await shows(page, "refused", unknown);
    const [, word, why] =
      /says: (\w+), (.+)$/.exec(await labels.locator("#unknown p").innerText()) ?? [];
    expect(await page.getByTestId("outcome").innerText()).toMatch(
      new RegExp(`^${word}\\s+${why}\\s`),
    );
  });
});
