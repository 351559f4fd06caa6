import { describe, expect, it } from "vitest";
import { category, configure, lineOf, other } from "../support/attachments.ts";
import { done, expectError } from "../support/expect-error.ts";
import { instant, locate, offShelf, placesOf, register } from "../support/requests.ts";
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
    await register(goods, 9);
    const place = { zongpai: goods, category, location: location(1) };
    const { body } = await done("post-attachment-location", place);
    expect(body).toEqual({ ...place, off_shelf: false, registered_at: expect.any(String) });
    await locate(goods, 2);
    await locate(goods, offShelf, other);
    expect(await lineOf(goods)).toMatchObject({ location: location(2), off_shelf: false });
    expect(await lineOf(goods, other)).toMatchObject(offShelf);
    expect(await placesOf(goods)).toMatchObject({
      locations: [
        { location: location(2), area, items: [{ zongpai: goods, category }] },
        { location: location(9), items: [{ zongpai: goods }] },
      ],
      off_shelf: { shown: 1, items: [{ zongpai: goods, category: other }] },
    });
  });

  it(`${site.attachment.unconfiguredLocation}s a category that is not configured, as the site says`, async () => {
    const goods = zongpai(fresh());
    const answer = await locate(goods);
    if (site.attachment.unconfiguredLocation === "refuse")
      return expectError(answer, "categoryNotConfigured", "accessory");
    expect(answer.status).toBe(site.success["post-attachment-location"]);
    const before = await lineOf(goods);
    expect(before).toMatchObject({ location: location(1), configured: false });
    expect(before).not.toHaveProperty("headroom");
    await configure(goods, { [category]: 5 });
    expect(await lineOf(goods)).toMatchObject({ location: location(1), configured: true });
  });

  if (site.extensions.scannedAt)
    it("keeps a late scan in history only and answers the newer place", async () => {
      const goods = await configured();
      const scanned = (shelf: number, minutes: number) =>
        locate(goods, { location: location(shelf), scanned_at: instant(-minutes * 60_000) });
      await scanned(2, 1);
      expect((await scanned(1, 9)).body).toMatchObject({ category, location: location(2) });
      expect(await lineOf(goods)).toMatchObject({ location: location(2) });
    });
});
