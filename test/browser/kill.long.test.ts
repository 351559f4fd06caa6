// A long test: five runs of a browser that is killed while it scans.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { inChromium } from "../page/browser.ts";
import { killable, openClient, save, serve, waiting } from "./rig.ts";

inChromium("a browser that is killed right after the last acknowledged scan", () => {
  let site: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    site = await serve();
    site.state.faultOf = () => "busy";
  });
  afterAll(() => site.stop());

  test.each([1, 2, 3, 4, 5])(
    "has all 60 of 60 scans when it is opened again (run %i)",
    async () => {
      const profile = mkdtempSync(join(tmpdir(), "scans-"));
      onTestFinished(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
      const first = await killable(profile);
      await first.page.goto(site.url);
      await openClient(first.page);
      await save(first.page, 0, 60, 100);
      await first.kill();
      const again = await killable(profile);
      await again.page.goto(site.url);
      await openClient(again.page);
      expect(await waiting(again.page)).toBe(60);
      await again.kill();
    },
  );
});
