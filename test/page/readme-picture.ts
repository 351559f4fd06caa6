import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { launching } from "./browser.ts";
import { mode, saveFew, scan, shows } from "./worker/steps.ts";

/**
 * Takes the picture of the README from a running demo with its sample, which gets three more entries in a box:
 *
 *     DATA_DIR=<an empty folder> npm start -- --sample
 *     npm exec -c 'node test/page/readme-picture.ts http://127.0.0.1:3000'
 *
 * It needs Chromium and two fonts (Debian: `apt-get install chromium fonts-inter fonts-jetbrains-mono`).
 */
const [address = "http://127.0.0.1:3000"] = process.argv.slice(2);
const file = fileURLToPath(new URL("../../docs/pictures/pages.webp", import.meta.url));

/** CSS pixels of the picture, in which GitHub shows it; it has twice as many of its own. */
const [width, height] = [900, 592];
const fonts = ["Inter", "JetBrains Mono"] as const;
const key = "demo-key-on-this-laptop-only";
/** Of the sample: goods in a box, with attachments; a box with room, and goods that are not in it. */
const sample = { goods: "PO5-1", box: "BX21", packed: ["PO14-3", "PO15-1", "PO15-3"] };

const style = `:root { --code: "${fonts[1]}" } html, button, input, select { font-family: "${fonts[0]}" }`;

/** Opens a page of the demo in a viewport `of` CSS pixels wide, to be shown `shown` CSS pixels wide. */
const open = async (browser: Browser, name: string, of: number, shown: number): Promise<Page> => {
  const viewport = { width: of, height: Math.round((height * of) / shown) };
  const deviceScaleFactor = (2 * shown) / of;
  const page = await browser.newPage({
    ...{ viewport, deviceScaleFactor, locale: "en-GB", bypassCSP: true },
  });
  await page.goto(`${address}/app/${name}`);
  await page.addStyleTag({ content: style });
  return page;
};

const shot = async (page: Page): Promise<string> => {
  // Nothing is still asked, and nothing still flashes.
  await page.waitForLoadState("networkidle");
  return (await page.screenshot({ animations: "disabled" })).toString("base64");
};

/** Goods on the board: their place, boxes, attachments and history. */
const ofBoard = async (browser: Browser, shown: number): Promise<string> => {
  const page = await open(browser, "board", 736, shown);
  await page.getByTestId("search").fill(sample.goods);
  await page.keyboard.press("Enter");
  await page
    .locator(".found:not([aria-busy=true]) #found")
    .getByText(sample.goods, { exact: true })
    .waitFor();
  await page.getByTestId("search").blur();
  return shot(page);
};

/** A worker's handheld, with a scan that was just recorded. */
const ofWorker = async (browser: Browser, shown: number): Promise<string> => {
  const page = await open(browser, "worker", 360, shown);
  const label = (value: string) => ({ value, typed: value });
  await page.locator(".scan:focus").waitFor({ state: "attached" });
  await scan(page, label(`key:Mei=${key}`));
  await page.getByText("Mei", { exact: true }).first().waitFor();
  await mode(page, 1);
  await scan(page, label(sample.box));
  for (const goods of sample.packed) {
    await scan(page, label(goods));
    await saveFew(page);
    await shows(page, "recorded", label(goods));
  }
  return shot(page);
};

/** Both side by side on one canvas, as WebP. */
const joined = async (page: Page, pictures: readonly (readonly [string, number])[]) => {
  const script = `(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: ${2 * width}, height: ${2 * height} });
    const context = canvas.getContext("2d");
    for (const [data, left] of ${JSON.stringify(pictures)}) {
      const image = new Image();
      image.src = "data:image/png;base64," + data;
      await image.decode();
      context.drawImage(image, 2 * left, 0);
      context.strokeStyle = "#8b8f94";
      context.lineWidth = 2;
      context.strokeRect(2 * left + 1, 1, image.width - 2, canvas.height - 2);
    }
    return canvas.toDataURL("image/webp", 0.9);
  })()`;
  const url = await page.evaluate<string>(script);
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
};

/** A missing font is drawn as the browser's own one. */
const missingFonts = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const context = document.createElement("canvas").getContext("2d");
    const widthIn = (font) => { context.font = "40px " + font; return context.measureText("Warehouse 0123").width; };
    return ${JSON.stringify(fonts)}.filter((font) => widthIn('"' + font + '", serif') === widthIn("serif"));
  })()`);

const browser = await chromium.launch(launching());
try {
  const canvas = await browser.newPage();
  const missing = await missingFonts(canvas);
  if (missing.length > 0) throw new Error(`Install these fonts first: ${missing.join(", ")}.`);
  const [ofHandheld, gap] = [300, 12];
  const worker = await ofWorker(browser, ofHandheld);
  const board = await ofBoard(browser, width - ofHandheld - gap);
  const picture = await joined(canvas, [
    [worker, 0],
    [board, ofHandheld + gap],
  ]);
  writeFileSync(file, picture);
  console.log(`${file}: ${2 * width} x ${2 * height}, ${Math.round(picture.length / 1000)} kB`);
} finally {
  await browser.close();
}
