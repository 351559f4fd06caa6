// A long test: labels before Chromium's fake camera.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { scanSettings } from "#lib/page/scan-settings.ts";
import { type Drawn, labelOf } from "../../../pages/shared/symbol.ts";
import { printed } from "../../support/print.ts";
import { inChromium, openBrowser, phone, watch } from "../browser.ts";
import { scan, shows } from "../tours/worker-tour.ts";
import { worker } from "./rig.ts";

const [width, height] = [1_280, 720];

/** A film of one label as it is printed, a second long, as Y4M: white, with the label in the middle. */
const film = (drawn: Drawn): Buffer => {
  const scale = Math.floor(Math.min((width * 0.7) / drawn.width, (height * 0.7) / drawn.height));
  const label = printed(drawn, scale);
  const left = Math.floor((width - label.width) / 2);
  const top = Math.floor((height - label.height) / 2);
  const luma = Buffer.alloc(width * height, 255);
  for (let y = 0; y < label.height; y += 1)
    label.points.copy(luma, (top + y) * width + left, y * label.width, (y + 1) * label.width);
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
  ["demo", "a Code 128", "PO4-1", "Code128"],
  ["demo", "a QR code", "PO4-2", "QR"],
  ["test/site/odd.ts", "a GS1-128", "ab.1234", "Code128"],
] as const;

inChromium.each(["demo", "test/site/odd.ts"] as const)(
  "the camera of the worker's page on %s",
  (choice) => {
    const stage = worker(choice);
    const folder = mkdtempSync(join(tmpdir(), "films-"));
    afterAll(() => rmSync(folder, { recursive: true }));

    test.each(cases.filter(([site]) => site === choice))(
      "reads %2$s that is printed as npm run labels does, and nothing of it is loaded before",
      async (_, _what, goods, code) => {
        const shown = join(folder, "label.y4m");
        writeFileSync(shown, film(labelOf("zongpai", goods, code, scanSettings(stage.site()))));
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
