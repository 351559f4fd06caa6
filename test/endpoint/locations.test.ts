import { describe, expect, it } from "vitest";
import { call } from "../support/client.ts";
import { done, refused } from "../support/expect-error.ts";
import { area, fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const where = async (goods: string) => (await call("location-overview", { zongpai: goods })).body;

describe("§4 POST /trace/location", () => {
  it("registers goods on a shelf and answers what it recorded", async () => {
    const n = fresh();
    const before = Date.now();
    const { body } = await done("post-trace-location", {
      zongpai: zongpai(n),
      location: location(n),
    });
    expect(body).toEqual({
      zongpai: zongpai(n),
      location: location(n),
      off_shelf: false,
      registered_at: expect.any(String),
    });
    expect(Date.parse(body.registered_at as string)).toBeGreaterThanOrEqual(before);
  });

  it("registers goods that are off any shelf", async () => {
    const n = fresh();
    const { body } = await done("post-trace-location", {
      zongpai: zongpai(n),
      off_shelf: true,
    });
    expect(body).toEqual({
      zongpai: zongpai(n),
      off_shelf: true,
      registered_at: expect.any(String),
    });
  });

  it("takes off_shelf false beside a shelf location", async () => {
    const n = fresh();
    const { body } = await call("post-trace-location", {
      zongpai: zongpai(n),
      location: location(n),
      off_shelf: false,
    });
    expect(body).toMatchObject({ location: location(n), off_shelf: false });
  });

  it("moves goods: the newest registration is where they are", async () => {
    const n = fresh();
    await call("post-trace-location", { zongpai: zongpai(n), location: location(1) });
    await call("post-trace-location", { zongpai: zongpai(n), location: location(2) });
    expect(await where(zongpai(n))).toMatchObject({
      locations: [{ location: location(2), area, shown: 1 }],
    });
    await call("post-trace-location", { zongpai: zongpai(n), off_shelf: true });
    expect(await where(zongpai(n))).toMatchObject({
      locations: [],
      off_shelf: { shown: 1, items: [{ zongpai: zongpai(n) }] },
    });
  });

  if (site.location.unknownGoods === "accept")
    it("never asks the ERP: goods that it does not know can be registered", async () => {
      await done("post-trace-location", {
        zongpai: zongpai(9_000),
        location: location(1),
      });
    });

  it("refuses a request that names neither a location nor off shelf", async () => {
    await refused("invalidField", "post-trace-location", { zongpai: zongpai(1) });
    await refused("invalidField", "post-trace-location", { zongpai: zongpai(1), off_shelf: false });
  });

  if (site.location.offShelfNote === false) {
    it("refuses a location together with off shelf", async () => {
      await refused("invalidField", "post-trace-location", {
        zongpai: zongpai(1),
        location: location(1),
        off_shelf: true,
      });
    });
  } else {
    const { maxLength } = site.location.offShelfNote;
    it("keeps a free note of goods off the shelf, as long as the site allows", async () => {
      const n = fresh();
      const note = "ü".repeat(maxLength);
      const { body } = await call("post-trace-location", {
        zongpai: zongpai(n),
        location: note,
        off_shelf: true,
      });
      expect(body).toMatchObject({ location: note, off_shelf: true });
      expect(await where(zongpai(n))).toMatchObject({
        off_shelf: { items: [{ zongpai: zongpai(n), location: note }] },
      });
    });
    it("refuses a note that is longer, or that holds control or direction marks", async () => {
      for (const note of ["n".repeat(maxLength + 1), "a\u0000b", "a\u202eb", "a\nb"])
        await refused("invalidField", "post-trace-location", {
          zongpai: zongpai(1),
          location: note,
          off_shelf: true,
        });
    });
  }

  if (site.extensions.scannedAt) {
    const hour = 3_600_000;
    const at = (offset: number) => new Date(Date.now() + offset).toISOString();

    it("keeps a late scan in history only and answers the newer place", async () => {
      const n = fresh();
      await call("post-trace-location", {
        zongpai: zongpai(n),
        location: location(2),
        scanned_at: at(-hour),
      });
      const late = await done("post-trace-location", {
        zongpai: zongpai(n),
        location: location(1),
        scanned_at: at(-2 * hour),
      });
      expect(late.body).toMatchObject({ location: location(2) });
      expect(await where(zongpai(n))).toMatchObject({ locations: [{ location: location(2) }] });
    });

    it("lets the later arrival win when two scans have the same instant", async () => {
      const n = fresh();
      const scanned_at = at(-hour);
      await call("post-trace-location", { zongpai: zongpai(n), location: location(1), scanned_at });
      const { body } = await call("post-trace-location", {
        zongpai: zongpai(n),
        location: location(2),
        scanned_at,
      });
      expect(body).toMatchObject({ location: location(2), registered_at: scanned_at });
    });

    it("reads the offset of an instant", async () => {
      const n = fresh();
      const { body } = await call("post-trace-location", {
        zongpai: zongpai(n),
        location: location(1),
        scanned_at: "2026-03-01T01:30:00+02:00",
      });
      expect(body.registered_at).toBe("2026-02-28T23:30:00.000Z");
    });

    it("refuses an instant that lies further ahead than a scanner's clock may be, or that is none", async () => {
      const ahead = (site.location.maxClockAhead + 60) * 1_000;
      for (const scanned_at of [
        at(ahead),
        "2026-03-01",
        "2026-03-01T01:30:00",
        "2026-02-30T01:30:00Z",
        "yesterday",
        1_700_000_000,
        "",
      ])
        await refused("invalidField", "post-trace-location", {
          zongpai: zongpai(1),
          location: location(1),
          scanned_at,
        });
    });
  }
});
