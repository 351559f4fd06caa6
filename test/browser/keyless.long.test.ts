// A long test: what Chromium does to a save whose connection is cut, on a site without keys.
import { expect, onTestFinished, test } from "vitest";
import { browserOfBlock, inChromium } from "../page/browser.ts";
import { serve } from "./rig.ts";

inChromium("a site without keys", () => {
  const { newPage } = browserOfBlock();

  test("is reported as unsure what Chromium sent twice by itself, though the client sent it once", async () => {
    const site = await serve();
    onTestFinished(site.stop);
    const page = await newPage();
    await page.goto(site.url);
    const write = async (goods: number) =>
      page.evaluate(async (goods) => {
        let fetches = 0;
        const world = parts.withLease();
        const client = parts.createClient({
          baseUrl: location.origin,
          settings: { ...settings, key: false },
          storage: parts.indexedDbStorage("scans"),
          world: {
            ...world,
            fetch: (url, init) => {
              fetches += 1;
              return world.fetch(url, init);
            },
          },
        });
        const item = { box_no: "BX1", zongpai: `PO${goods}`, quantity: 1 };
        const ticket = await client.write("post-box", item);
        const outcome = ticket.state === "queued" ? await ticket.outcome : undefined;
        client.close();
        return [fetches, outcome?.state === "refused" && outcome.refusal.unsure] as const;
      }, goods);
    expect(await write(1)).toEqual([1, false]);
    const before = site.service.seen();
    let cut = false;
    site.state.faultOf = () => {
      if (cut) return undefined;
      cut = true;
      return "lost";
    };
    expect(await write(2)).toEqual([1, true]);
    expect([site.service.seen() - before, site.service.recorded.length]).toEqual([2, 2]);
  });
});
