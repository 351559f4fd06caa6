// A long test: labels before Chromium's fake camera.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { prepareZXingModule, type WriterOptions, writeBarcode } from "zxing-wasm/writer";
import { inChromium, openBrowser, phone, watch } from "../browser.ts";
import { scan, shows } from "../tours/worker-tour.ts";
import { worker } from "./rig.ts";

const [width, height] = [1_280, 720];

/** A film of one label, a second long, as Y4M: white, with the label in the middle. */
const film = async (text: string, options: WriterOptions): Promise<Buffer> => {
  const { symbol, error } = await writeBarcode(text, { addQuietZones: false, ...options });
  if (!symbol) throw new Error(error);
  const module = Math.floor(Math.min((width * 0.7) / symbol.width, (height * 0.7) / symbol.height));
  const [left, top] = [
    Math.floor((width - symbol.width * module) / 2),
    Math.floor((height - symbol.height * module) / 2),
  ];
  const luma = Buffer.alloc(width * height, 235);
  for (let y = 0; y < symbol.height * module; y += 1)
    for (let x = 0; x < symbol.width * module; x += 1) {
      const dark =
        symbol.data[Math.floor(y / module) * symbol.width + Math.floor(x / module)] === 0;
      if (dark) luma[(top + y) * width + left + x] = 16;
    }
  const frame = Buffer.concat([
    Buffer.from("FRAME\n"),
    luma,
    Buffer.alloc((width * height) / 2, 128),
  ]);
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420jpeg\n`),
    ...Array.from({ length: 5 }, () => frame),
  ]);
};

/** In the page: what it counts as its clock can be put ahead, and the frames that it looked at are counted. */
const clockAndFrames = `
globalThis.stalled = globalThis.frames = 0;
const now = performance.now.bind(performance);
performance.now = () => now() + stalled;
const next = HTMLVideoElement.prototype.requestVideoFrameCallback;
HTMLVideoElement.prototype.requestVideoFrameCallback = function (run) {
  frames += 1;
  return next.call(this, run);
};
`;

const cases = [
  ["demo", "a Code 128", "PO4-1", { format: "Code128" }, "PO4-1"],
  ["demo", "a QR code", "PO4-2", { format: "QRCode" }, "PO4-2"],
  ["test/site/odd.ts", "a GS1-128", "(90)1234", { format: "Code128", options: "gs1" }, "ab.1234"],
] as const;

inChromium.each(["demo", "test/site/odd.ts"] as const)(
  "the camera of the worker's page on %s",
  (choice) => {
    const stage = worker(choice);
    const folder = mkdtempSync(join(tmpdir(), "films-"));
    beforeAll(async () => {
      const wasm = readFileSync(
        createRequire(import.meta.url).resolve("zxing-wasm/writer/zxing_writer.wasm"),
      );
      await prepareZXingModule({
        overrides: { wasmBinary: new Uint8Array(wasm).buffer },
        fireImmediately: true,
      });
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    test.each(cases.filter(([site]) => site === choice))(
      "reads %2$s, and nothing of it is loaded before",
      async (_, _what, text, options, goods) => {
        const shown = join(folder, "label.y4m");
        writeFileSync(shown, await film(text, options));
        const browser = await openBrowser([
          "--use-fake-ui-for-media-stream",
          "--use-fake-device-for-media-stream",
          `--use-file-for-fake-video-capture=${shown}`,
        ]);
        onTestFinished(() => browser.close());
        const page = await browser.newPage(phone);
        await page.addInitScript(clockAndFrames);
        const { urls, complaints } = watch(page);
        await stage.open(page);
        await scan(page, stage.labels().shelves[0]);
        expect(urls.filter((url) => /lens|zxing/.test(url))).toEqual([]);
        await page.locator(".acts .btn").last().click();
        await shows(page, "recorded", { value: goods });
        // It stays before the camera: one label is one scan, also after the page was busy for long.
        const writes = stage.writes().length;
        const seen = await page.evaluate<number>("stalled = 2_000, frames");
        await expect.poll(() => page.evaluate("frames")).toBeGreaterThan(seen + 8);
        await scan(page, stage.labels().goods[5]);
        await shows(page, "recorded", stage.labels().goods[5]);
        expect(stage.writes().length).toBe(writes + 1);
        expect(complaints).toEqual([]);
      },
    );
  },
);
