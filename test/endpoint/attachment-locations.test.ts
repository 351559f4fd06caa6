import { describe, expect, it } from "vitest";
import { category, configure, lineOf, other } from "../support/attachments.ts";
import { call } from "../support/client.ts";
import { done, expectError, refused } from "../support/expect-error.ts";
import { area, fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const configured = async () => {
  const goods = zongpai(fresh());
  await configure(goods, { [category]: 5, [other]: 5 });
  return goods;
};

describe("§4 POST /attachment/location", () => {
  it("registers an attachment on a shelf, off it, and moves it, apart from its goods and from the other attachments", async () => {
    const goods = await configured();
    await call("post-trace-location", { zongpai: goods, location: location(9) });
    const { body } = await done("post-attachment-location", {
      zongpai: goods,
      category,
      location: location(1),
    });
    expect(body).toEqual({
      zongpai: goods,
      category,
      location: location(1),
      off_shelf: false,
      registered_at: expect.any(String),
    });
    await call("post-attachment-location", { zongpai: goods, category, location: location(2) });
    await call("post-attachment-location", { zongpai: goods, category: other, off_shelf: true });
    expect(await lineOf(goods)).toMatchObject({ location: location(2), off_shelf: false });
    expect(await lineOf(goods, other)).toMatchObject({ off_shelf: true });
    const overview = (await call("location-overview", { zongpai: goods })).body;
    expect(overview).toMatchObject({
      locations: [
        { location: location(2), area, items: [{ zongpai: goods, category }] },
        { location: location(9), items: [{ zongpai: goods }] },
      ],
      off_shelf: { shown: 1, items: [{ zongpai: goods, category: other }] },
    });
  });

  it("refuses a category that is not the site's", async () => {
    await refused("categoryNotKnown", "post-attachment-location", {
      zongpai: zongpai(1),
      category: "NOBODYS",
      location: location(1),
    });
  });

  it(`${site.attachment.unconfiguredLocation}s a category that is not configured, as the site says`, async () => {
    const goods = zongpai(fresh());
    const answer = await call("post-attachment-location", {
      zongpai: goods,
      category,
      location: location(1),
    });
    if (site.attachment.unconfiguredLocation === "refuse")
      return expectError(answer, "categoryNotConfigured", "accessory");
    expect(answer.status).toBe(site.success["post-attachment-location"]);
    await configure(goods, { [category]: 5 });
    expect(await lineOf(goods)).toMatchObject({ location: location(1) });
  });

  if (site.extensions.scannedAt)
    it("keeps a late scan in history only and answers the newer place", async () => {
      const goods = await configured();
      const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
      await call("post-attachment-location", {
        zongpai: goods,
        category,
        location: location(2),
        scanned_at: at(1),
      });
      const late = await call("post-attachment-location", {
        zongpai: goods,
        category,
        location: location(1),
        scanned_at: at(9),
      });
      expect(late.body).toMatchObject({ category, location: location(2) });
      expect(await lineOf(goods)).toMatchObject({ location: location(2) });
    });
});
