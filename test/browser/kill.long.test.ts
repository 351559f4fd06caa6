// A long test: five runs of a browser that is killed while it scans.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
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
      try {
        const first = await killable(profile);
        await first.page.goto(site.url);
        await openClient(first.page);
        const took = (await save(first.page, 0, 60, 100)).toSorted((one, other) => one - other);
        await first.kill();
        const again = await killable(profile);
        try {
          await again.page.goto(site.url);
          await openClient(again.page);
          console.log(
            `kept ${await waiting(again.page)} of 60; a strict write took ${took[30]?.toFixed(1)} ms (median), ${took[57]?.toFixed(1)} ms (95 %)`,
          );
          expect(await waiting(again.page)).toBe(60);
        } finally {
          await again.kill();
        }
      } finally {
        rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
      }
    },
  );
});
