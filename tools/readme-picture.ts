import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { launching } from "../frontend/pages/test/browser.ts";
import { mode, saveFew, scan, shows, touch } from "../frontend/pages/test/worker/steps.ts";

/**
 * Takes the picture of the README from a running demo with its sample, which gets three more entries in a box:
 *
 *     DATA_DIR=<an empty folder> npm start -- --sample
 *     npm exec -c 'node tools/readme-picture.ts http://127.0.0.1:3000'
 *
 * It needs Chromium and two fonts (Debian: `apt-get install chromium fonts-inter fonts-jetbrains-mono`).
 */
const [address = "http://127.0.0.1:3000"] = process.argv.slice(2);
const file = fileURLToPath(new URL("../docs/pictures/pages.webp", import.meta.url));

/** In CSS pixels, as GitHub shows them. The picture has twice that resolution. */
const [width, gap] = [900, 12];
/** The board in its own size: its areas and its middle, without the queues at the right. */
const desk = {
  viewport: { width: 1_222, height: 620 },
  shown: width,
  crop: { width, height: 620 },
};
/** Three handhelds side by side. */
const handheld = { viewport: { width: 360, height: 640 }, shown: (width - 2 * gap) / 3 };
const fonts = ["Inter", "JetBrains Mono"] as const;
const key = "demo-key-on-this-laptop-only";
/** From the sample: a box with room, and goods that are not in it. */
const sample = { box: "BX21", packed: ["PO14-3", "PO15-1", "PO15-3"] } as const;

const style = `:root { --code: "${fonts[1]}" } html, button, input, select { font-family: "${fonts[0]}" }`;

type View = Readonly<{
  viewport: { width: number; height: number };
  /** The width of the picture in the README. */
  shown: number;
  crop?: { width: number; height: number };
}>;

const open = async (browser: Browser, name: string, { viewport, shown, crop }: View) => {
  const deviceScaleFactor = (2 * shown) / (crop ?? viewport).width;
  const page = await browser.newPage({
    ...{ viewport, deviceScaleFactor, locale: "en-GB", bypassCSP: true },
  });
  await page.goto(`${address}/app/${name}`);
  await page.addStyleTag({ content: style });
  return page;
};

const shot = async (page: Page, { crop }: View): Promise<string> => {
  // Wait until no request is open and the flash has ended.
  await page.waitForLoadState("networkidle");
  const clip = crop && { x: 0, y: 0, ...crop };
  return (await page.screenshot({ animations: "disabled", clip })).toString("base64");
};

/** The first view of the board: the boxes that are to leave today. */
const ofBoard = async (browser: Browser): Promise<string> => {
  const page = await open(browser, "board", desk);
  await page.getByTestId("boxes").waitFor();
  await page.getByTestId("search").blur();
  return shot(page, desk);
};

/** A worker's handheld: the start of a shift, a number that the box already holds, and a scan that was just recorded. */
const ofWorker = async (browser: Browser): Promise<string[]> => {
  const page = await open(browser, "worker", handheld);
  const label = (value: string) => ({ value, typed: value });
  await page.locator(".scan:focus").waitFor({ state: "attached" });
  await scan(page, label(`key:Mei=${key}`));
  await page.locator(".prompt .name").getByText("Mei", { exact: true }).waitFor();
  const start = await shot(page, handheld);
  await mode(page, 1);
  await scan(page, label(sample.box));
  for (const goods of sample.packed) {
    await scan(page, label(goods));
    await saveFew(page);
    await shows(page, "recorded", label(goods));
  }
  const recorded = await shot(page, handheld);
  await scan(page, label(sample.packed[0]));
  await touch(page, 3);
  await page.getByTestId("add").waitFor();
  return [start, await shot(page, handheld), recorded];
};

/** A picture, and where it is in the whole one, in CSS pixels. */
type Part = readonly [picture: string, left: number, top: number];

/** Draws all parts on one canvas, as WebP. */
const joined = async (page: Page, parts: readonly Part[]) => {
  const script = `(async () => {
    const images = await Promise.all(${JSON.stringify(parts)}.map(async ([data, left, top]) => {
      const image = new Image();
      image.src = "data:image/png;base64," + data;
      await image.decode();
      return { image, left: 2 * left, top: 2 * top };
    }));
    const height = Math.max(...images.map(({ image, top }) => top + image.height));
    const canvas = Object.assign(document.createElement("canvas"), { width: ${2 * width}, height });
    const context = canvas.getContext("2d");
    for (const { image, left, top } of images) {
      context.drawImage(image, left, top);
      context.strokeStyle = "#8b8f94";
      context.lineWidth = 2;
      context.strokeRect(left + 1, top + 1, image.width - 2, image.height - 2);
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
  const board = await ofBoard(browser);
  const handhelds = await ofWorker(browser);
  const top = desk.crop.height + gap;
  const picture = await joined(canvas, [
    [board, 0, 0],
    ...handhelds.map((one, at): Part => [one, at * (handheld.shown + gap), top]),
  ]);
  writeFileSync(file, picture);
  console.log(`${file}: ${2 * width} pixels wide, ${Math.round(picture.length / 1000)} kB`);
} finally {
  await browser.close();
}
