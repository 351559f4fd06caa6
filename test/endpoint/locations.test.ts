import { describe, expect, it } from "vitest";
import { done, refused } from "../support/expect-error.ts";
import { instant, offShelf, placesOf, register } from "../support/requests.ts";
import { area, fresh, location, unlistedLocation, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const refuse = (place: object) =>
  refused("invalidField", "post-trace-location", { zongpai: zongpai(1), ...place });

describe("§4 POST /trace/location", () => {
  it("registers goods on a shelf or off any, the newest place for the last, and answers what it recorded", async () => {
    const [goods, before] = [zongpai(fresh()), Date.now()];
    const shelf = { location: location(2), area, shown: 1 };
    const off_shelf = { shown: 1, items: [{ zongpai: goods }] };
    for (const [place, shown] of [
      [{ location: location(1) }, {}],
      [{ location: location(2) }, { locations: [shelf] }],
      [offShelf, { locations: [], off_shelf }],
    ] as const) {
      const request = { zongpai: goods, ...place };
      const { body } = await done("post-trace-location", request);
      expect(body).toEqual({ off_shelf: false, ...request, registered_at: expect.any(String) });
      expect(Date.parse(String(body.registered_at))).toBeGreaterThanOrEqual(before);
      expect(await placesOf(goods)).toMatchObject(shown);
    }
  });

  if (site.location.unknownGoods === "accept")
    it("never asks the ERP: goods that it does not know can be registered", async () => {
      await done("post-trace-location", { zongpai: zongpai(9_000), location: location(1) });
    });

  it("refuses a request that names neither a location nor off shelf", async () => {
    for (const place of [{}, { off_shelf: false }]) await refuse(place);
  });

  if (site.location.otherAreas === "count")
    it("registers goods on a shelf of an area that the site does not list", async () => {
      const goods = zongpai(fresh());
      await done("post-trace-location", { zongpai: goods, location: unlistedLocation });
      expect(await placesOf(goods)).toMatchObject({ locations: [{ location: unlistedLocation }] });
    });
  else
    it("refuses a shelf of an area that the site does not list, and names the areas", async () => {
      const { body } = await refuse({ location: unlistedLocation });
      for (const listed of site.location.areas || []) expect(body.message).toContain(listed);
    });

  if (site.location.offShelfNote === false)
    it("refuses a location together with off shelf", async () => {
      await refuse({ location: location(1), off_shelf: true });
    });
  else {
    const { maxLength } = site.location.offShelfNote;
    it("keeps a free note of goods off the shelf, as long as the site allows", async () => {
      const goods = zongpai(fresh());
      const noted = { location: "ü".repeat(maxLength), off_shelf: true };
      expect((await register(goods, noted)).body).toMatchObject(noted);
      const items = [{ zongpai: goods, location: noted.location }];
      expect(await placesOf(goods)).toMatchObject({ off_shelf: { items } });
    });

    it("refuses a note that is longer, or that holds control or direction marks", async () => {
      await refuse({ location: "n".repeat(maxLength + 1), off_shelf: true });
      for (const note of ["a\u0000b", "a\u202eb", "a\nb"]) {
        const { body } = await refuse({ location: note, off_shelf: true });
        expect(body.message).toContain(site.accepts.plain);
      }
    });
  }

  if (site.extensions.scannedAt) {
    const hour = 3_600_000;
    const scanned = (goods: string, shelf: number, scanned_at: string) =>
      register(goods, { location: location(shelf), scanned_at });

    it("keeps a late scan in history only and answers the newer place", async () => {
      const goods = zongpai(fresh());
      await scanned(goods, 2, instant(-hour));
      const late = await scanned(goods, 1, instant(-2 * hour));
      expect(late.status).toBe(site.success["post-trace-location"]);
      expect(late.body).toMatchObject({ location: location(2) });
      expect(await placesOf(goods)).toMatchObject({ locations: [{ location: location(2) }] });
    });

    it("lets the later arrival win when two scans have the same instant", async () => {
      const [goods, scanned_at] = [zongpai(fresh()), instant(-hour)];
      await scanned(goods, 1, scanned_at);
      const { body } = await scanned(goods, 2, scanned_at);
      expect(body).toMatchObject({ location: location(2), registered_at: scanned_at });
    });

    it("reads the offset of an instant", async () => {
      const { body } = await scanned(zongpai(fresh()), 1, "2026-03-01T01:30:00+02:00");
      expect(body.registered_at).toBe("2026-02-28T23:30:00.000Z");
    });

    it("counts an instant ahead of the arrival as the arrival, so that a fast clock outdates no later scan", async () => {
      const goods = zongpai(fresh());
      const scanned_at = instant((site.location.maxClockAhead - 5) * 1_000);
      const { body } = await scanned(goods, 1, scanned_at);
      expect(Date.parse(String(body.registered_at))).toBeLessThan(Date.parse(scanned_at));
      const next = await register(goods, 2);
      expect(next.body).toMatchObject({ location: location(2) });
      expect(await placesOf(goods)).toMatchObject({ locations: [{ location: location(2) }] });
    });

    it("refuses an instant that lies further ahead than a scanner's clock may be, or that is none", async () => {
      const ahead = instant((site.location.maxClockAhead + 60) * 1_000);
      const none = ["2026-03-01", "2026-03-01T01:30:00", "2026-02-30T01:30:00Z", 1_700_000_000, ""];
      for (const scanned_at of [ahead, ...none])
        await refuse({ location: location(1), scanned_at });
    });
  }
});
