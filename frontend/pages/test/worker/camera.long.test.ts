import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { commandCodes } from "#labels/command-codes.ts";
import { scanSettings } from "#lib/page/scan-settings.ts";
import { printed } from "../../../../test/support/print.ts";
import {
  drawCode128,
  drawLabel,
  drawQr,
  type LabelSymbology,
  type SymbolDrawing,
} from "../../src/shared/label-symbol.ts";
import { inChromium } from "../browser.ts";
import { sites, worker } from "./rig.ts";
import { scan, scanned, shows } from "./steps.ts";

const [width, height] = [1_280, 720];

/** A Y4M film of one second: a printed label in the middle of a white picture. */
const film = (drawn: SymbolDrawing): Buffer => {
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

/** Page script: lets the test advance the page's clock, and counts the frames that the page has examined. */
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

/** Page script: a fake camera with a light. */
const light = `
globalThis.asked = [];
const { getCapabilities } = MediaStreamTrack.prototype;
MediaStreamTrack.prototype.getCapabilities = function () {
  return { ...getCapabilities.call(this), torch: true };
};
MediaStreamTrack.prototype.applyConstraints = async ({ advanced: [{ torch }] }) => {
  asked.push(torch);
};
`;

const cases = {
  demo: [
    ["a Code 128", "PO4-1", "Code128"],
    ["a QR code", "PO4-2", "QR"],
  ],
  odd: [["a GS1-128", "ab.1234", "Code128"]],
} as const;

inChromium.each(sites)("the camera of the worker's page on $name", ({ name, choice }) => {
  const folder = mkdtempSync(join(tmpdir(), "films-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const shown = join(folder, "label.y4m");
  const stage = worker(choice, {
    args: [
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${shown}`,
    ],
  });
  const show = (goods: string, code: LabelSymbology) =>
    writeFileSync(shown, film(drawLabel("zongpai", goods, code, scanSettings(stage.site()))));

  test.each<readonly [string, string, LabelSymbology]>(cases[name])(
    "reads %s printed by npm run labels, and loads the reader only then",
    async (_, value, code) => {
      show(value, code);
      const { page, seen, goods, shelves } = await stage.opened({
        prepare: (page) => page.addInitScript(clockAndFrames),
      });
      await scan(page, shelves[0]);
      expect(seen.urls.filter((url) => /camera|zxing/.test(url))).toEqual([]);
      await page.locator(".acts .btn").last().click();
      await shows(page, "recorded", { value });
      // The label stays before the camera, yet counts as one scan, even after the page was busy for long.
      const writes = stage.writes().length;
      const looked = await page.evaluate<number>("stalled = 2_000, frames");
      await expect.poll(() => page.evaluate("frames")).toBeGreaterThan(looked + 8);
      await scanned(page, "recorded", goods[5]);
      expect(stage.writes().length).toBe(writes + 1);
      expect(seen.complaints).toEqual([]);
    },
  );

  test.each([
    ["a Code 128", drawCode128],
    ["a QR code", drawQr],
  ])("reads a command label that is printed as %s", async (_, draw) => {
    writeFileSync(shown, film(draw(commandCodes.box)));
    const { page } = await stage.opened();
    await page.locator(".acts .btn").last().click();
    await page.locator('.modes [data-command="box"][aria-current="page"]').waitFor();
  });

  if (choice !== "demo") return;

  test("turns the camera's light on and off, where it has one", async () => {
    show("PO4-1", "QR");
    const { page } = await stage.opened({ prepare: (page) => page.addInitScript(light) });
    const { acts } = stage.words();
    const button = (name: string, pressed?: boolean) => page.getByRole("button", { name, pressed });
    await button(acts.camera).click();
    await button(acts.light, false).click();
    await button(acts.light, true).click();
    await button(acts.light, false).waitFor();
    expect(await page.evaluate("asked")).toEqual([true, false]);
    await button(acts.camera).click();
    await button(acts.light).waitFor({ state: "detached" });
  });
});
