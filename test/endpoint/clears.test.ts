import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  boxes,
  category,
  configure,
  goodsWithHeadroom,
  lineOf,
  saveEntry,
} from "../support/attachments.ts";
import { call, hasKeys, keyHeader, sendRaw } from "../support/client.ts";
import { done, expectError, refused } from "../support/expect-error.ts";
import { fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const hour = 3_600_000;
const at = (offset: number) => new Date(Date.now() + offset).toISOString();
const success = site.success["clear-place"];

const where = async (goods: string) => (await call("location-overview", { zongpai: goods })).body;
const nowhere = { locations: [], off_shelf: { shown: 0, items: [] } };

const onShelf = async (scanned?: string) => {
  const goods = zongpai(fresh());
  await call("post-trace-location", {
    zongpai: goods,
    location: location(1),
    ...(scanned ? { scanned_at: scanned } : {}),
  });
  return goods;
};

if (site.routes.clear) {
  describe("extension: clearing goods", () => {
    it("takes them off the map, and answers since when", async () => {
      const goods = await onShelf();
      const { body } = await done("clear-place", { zongpai: goods });
      expect(body).toEqual({
        zongpai: goods,
        off_shelf: true,
        cleared: true,
        registered_at: expect.any(String),
      });
      expect(await where(goods)).toMatchObject(nowhere);
    });

    it("leaves no trace of them on the pages of a location, of its area and of what is off the shelf", async () => {
      const goods = await onShelf();
      const shown = async (filter: object) =>
        JSON.stringify((await call("location-overview", filter)).body).includes(`"${goods}"`);
      await call("post-trace-location", { zongpai: goods, location: location(77) });
      expect(await shown({ location: location(77) })).toBe(true);
      await call("clear-place", { zongpai: goods });
      expect(await shown({ location: location(77) })).toBe(false);
      for (let cursor: unknown; ; ) {
        const { body } = await call("location-overview", {
          off_shelf: true,
          ...(cursor ? { cursor } : {}),
        });
        expect(JSON.stringify(body)).not.toContain(`"${goods}"`);
        cursor = body.cursor;
        if (!cursor) break;
      }
    });

    it("leaves what is boxed, and what happened", async () => {
      const goods = await onShelf();
      const [box_no = ""] = boxes(1);
      await call("post-box", { box_no, zongpai: goods, quantity: 3 });
      await call("clear-place", { zongpai: goods });
      expect(await where(goods)).toMatchObject({ ...nowhere, boxes: [{ box_no, quantity: 3 }] });
      expect((await call("get-box-info", { box_no })).body).toMatchObject({ items_quantity: 3 });
    });

    it("is also taken of goods that are nowhere, and twice", async () => {
      const goods = zongpai(fresh());
      for (const _ of [1, 2])
        expect((await call("clear-place", { zongpai: goods })).body).toMatchObject({
          cleared: true,
        });
    });

    it("ends with the next registration: they came back", async () => {
      const goods = await onShelf();
      await call("clear-place", { zongpai: goods });
      const { body } = await call("post-trace-location", { zongpai: goods, location: location(2) });
      expect(body).toEqual({
        zongpai: goods,
        location: location(2),
        off_shelf: false,
        registered_at: expect.any(String),
      });
      expect(await where(goods)).toMatchObject({ locations: [{ location: location(2) }] });
    });

    if (site.extensions.scannedAt) {
      it("stays when an older scan comes late, which is told so", async () => {
        const goods = zongpai(fresh());
        const cleared = await call("clear-place", { zongpai: goods, scanned_at: at(-hour) });
        const late = await done("post-trace-location", {
          zongpai: goods,
          location: location(1),
          scanned_at: at(-2 * hour),
        });
        expect(late.body).toEqual(cleared.body);
        expect(await where(goods)).toMatchObject(nowhere);
      });

      it("that comes late changes nothing, and is answered with the newer place", async () => {
        const goods = await onShelf(at(-hour));
        const late = await call("clear-place", { zongpai: goods, scanned_at: at(-2 * hour) });
        expect([late.status, late.body]).toEqual([
          success,
          {
            zongpai: goods,
            location: location(1),
            off_shelf: false,
            registered_at: expect.any(String),
          },
        ]);
        expect(await where(goods)).toMatchObject({ locations: [{ location: location(1) }] });
      });

      it("may not lie further in the future than a scanner's clock", async () => {
        const ahead = {
          zongpai: await onShelf(),
          scanned_at: at((site.location.maxClockAhead + 60) * 1_000),
        };
        await refused("invalidField", "clear-place", ahead);
      });
    }

    if (hasKeys)
      it("sent again with its key changes nothing more: a later registration stays", async () => {
        const goods = await onShelf();
        const headers = keyHeader(randomUUID());
        const first = await call("clear-place", { zongpai: goods }, headers);
        await call("post-trace-location", { zongpai: goods, location: location(2) });
        const again = await call("clear-place", { zongpai: goods }, headers);
        expect([again.status, again.text]).toEqual([first.status, first.text]);
        expect(await where(goods)).toMatchObject({ locations: [{ location: location(2) }] });
      });
  });

  describe("extension: clearing an attachment", () => {
    const located = async () => {
      const { goods } = await goodsWithHeadroom(6);
      await call("post-trace-location", { zongpai: goods, location: location(3) });
      await call("post-attachment-location", { zongpai: goods, category, location: location(1) });
      return goods;
    };

    it("takes it off the map, and leaves its goods where they are", async () => {
      const goods = await located();
      const { status, body } = await call("clear-place", { zongpai: goods, category });
      expect([status, body]).toEqual([
        success,
        {
          zongpai: goods,
          category,
          off_shelf: true,
          cleared: true,
          registered_at: expect.any(String),
        },
      ]);
      expect(await lineOf(goods)).not.toHaveProperty("location");
      expect(await lineOf(goods)).not.toHaveProperty("off_shelf");
      expect(await where(goods)).toMatchObject({
        locations: [{ location: location(3), shown: 1 }],
        off_shelf: { shown: 0 },
      });
    });

    it("takes back that it is located: the guard lets it go", async () => {
      const goods = await located();
      const remove = () => call("put-attachment-config", { zongpai: goods, entries: [] });
      if (site.attachment.removalGuard.includes("located"))
        expectError(await remove(), "removalRefused", "accessory");
      await call("clear-place", { zongpai: goods, category });
      expect((await remove()).status).toBe(site.success["put-attachment-config"]);
      expect(await lineOf(goods)).toBeUndefined();
    });

    it("leaves evidence that is real; an entry that is saved later finds it not located", async () => {
      const goods = await located();
      const [one = "", two = ""] = boxes(2);
      await saveEntry(goods, one, 2);
      const before = await lineOf(goods);
      expect(before?.evidence).toBe(site.attachment.evidence.present);
      await call("clear-place", { zongpai: goods, category });
      expect(await lineOf(goods)).toMatchObject({ evidence: before?.evidence, boxed_quantity: 2 });
      if (!site.attachment.flipsBack || !site.attachment.realEvidence.includes("location")) return;
      await call("delete-attachment-box", { box_no: one, zongpai: goods, category });
      await saveEntry(goods, two, 2);
      expect((await lineOf(goods))?.evidence).toBe(site.attachment.evidence.absent);
    });

    it("of a category that nobody knows is refused; a late registration of a known one is answered with the clearing", async () => {
      const goods = await located();
      await refused("categoryNotKnown", "clear-place", { zongpai: goods, category: "?" });
      await configure(goods, { [category]: 6 });
      await call("clear-place", { zongpai: goods, category });
      if (!site.extensions.scannedAt) return;
      const late = await call("post-attachment-location", {
        zongpai: goods,
        category,
        location: location(1),
        scanned_at: at(-hour),
      });
      expect(late.body).toMatchObject({ zongpai: goods, category, cleared: true });
      expect(await lineOf(goods)).not.toHaveProperty("location");
    });
  });
} else
  it("a site that does not clear has no such address", async () => {
    const headers = { "Content-Type": "application/json" };
    const asked = await sendRaw({
      method: "POST",
      path: `${site.basePath}/trace/clear`,
      headers,
      body: "{}",
    });
    expectError(asked, "unknownRoute", "gateway");
  });
