import { describe, expect, it } from "vitest";
import { call, done, expectError, refused, serves } from "../support/client.ts";
import {
  boxInfo,
  category,
  configure,
  instant,
  lineOf,
  locate,
  offShelf,
  other,
  placesOf,
  register,
} from "../support/requests.ts";
import { area, boxNo, fresh, location, unlistedLocation, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const hour = 3_600_000;
const registered_at = expect.any(String);
const on = (shelf: number) => ({ location: location(shelf), off_shelf: false });

const configured = async () => {
  const goods = zongpai(fresh());
  await configure(goods, { [category]: 5, [other]: 5 });
  return goods;
};

const kinds = [
  {
    title: "§4 POST /trace/location: goods",
    id: "post-trace-location",
    fresh: async () => ({ zongpai: zongpai(fresh()) }),
    placeOf: async ({ zongpai: goods = "" }) => {
      const { locations, off_shelf } = await placesOf(goods);
      const [shelf] = locations as object[];
      return shelf ? { ...shelf, off_shelf: false } : { ...(off_shelf as object), off_shelf: true };
    },
  },
  {
    title: "§4 POST /attachment/location: an attachment",
    id: "post-attachment-location",
    fresh: async () => ({ zongpai: await configured(), category }),
    placeOf: ({ zongpai: goods = "" }) => lineOf(goods),
  },
  {
    title: "extension: the place of a box",
    id: "post-box-location",
    fresh: async () => ({ box_no: boxNo(fresh()) }),
    placeOf: ({ box_no = "" }) => boxInfo(box_no),
  },
] as const;
type Kind = {
  readonly title: string;
  readonly id: (typeof kinds)[number]["id"];
  readonly fresh: () => Promise<{ zongpai?: string; box_no?: string }>;
  readonly placeOf: (subject: { zongpai?: string; box_no?: string }) => Promise<unknown>;
};

const testPlacesOf = ({ id, fresh, placeOf }: Kind) => {
  it("is registered on a shelf or off it; the newest place is the last", async () => {
    const [subject, before] = [await fresh(), Date.now()];
    for (const place of [on(1), on(2), offShelf, on(3)]) {
      const { body } = await done(id, { ...subject, ...place });
      expect(body).toEqual({ ...subject, ...place, registered_at });
      expect(Date.parse(String(body.registered_at))).toBeGreaterThanOrEqual(before);
      expect(await placeOf(subject)).toMatchObject(place);
    }
  });

  const refuse = async (place: object) =>
    String((await refused("invalidField", id, { ...(await fresh()), ...place })).body.message);

  it("is refused with neither a location nor off shelf", async () => {
    for (const place of [{}, { off_shelf: false }]) await refuse(place);
  });

  if (site.location.otherAreas === "count")
    it("is registered on a shelf of an area that the site does not list", async () => {
      const subject = await fresh();
      await done(id, { ...subject, location: unlistedLocation });
      expect(await placeOf(subject)).toMatchObject({ location: unlistedLocation });
    });
  else
    it("is refused on a shelf outside the site's areas, with the list of areas", async () => {
      const message = await refuse({ location: unlistedLocation });
      for (const listed of site.location.areas || []) expect(message).toContain(listed);
    });

  const { scannedAt } = site.extensions;
  it.runIf(scannedAt)(
    "stays where the newest scan saw it; a late scan gets the newer place",
    async () => {
      const subject = await fresh();
      const scanned = async (shelf: number, hours: number) =>
        (await call(id, { ...subject, ...on(shelf), scanned_at: instants[hours] })).body;
      const instants = [0, 1, 2].map((hours) => instant(-hours * hour));
      expect(await scanned(2, 1)).toMatchObject({ ...on(2), registered_at: instants[1] });
      expect(await scanned(1, 2)).toMatchObject({ ...on(2), registered_at: instants[1] });
      expect(await placeOf(subject)).toMatchObject(on(2));
      expect(await scanned(3, 1)).toMatchObject(on(3));
      expect(await placeOf(subject)).toMatchObject(on(3));
    },
  );

  it.runIf(scannedAt)("treats an instant ahead of the arrival as the arrival", async () => {
    const subject = await fresh();
    const scanned_at = instant((site.location.maxClockAhead - 5) * 1_000);
    const { body } = await done(id, { ...subject, ...on(1), scanned_at });
    expect(Date.parse(String(body.registered_at))).toBeLessThan(Date.parse(scanned_at));
    expect((await done(id, { ...subject, ...on(2) })).body).toMatchObject(on(2));
  });

  it.runIf(scannedAt)(
    "is refused with an instant further ahead than a scanner's clock may be",
    async () => {
      const scanned_at = instant((site.location.maxClockAhead + 60) * 1_000);
      await refuse({ location: location(1), scanned_at });
    },
  );
};
for (const kind of kinds) describe.runIf(serves(kind.id))(kind.title, () => testPlacesOf(kind));

const refuse = async (place: object) => {
  const request = { zongpai: zongpai(1), ...place };
  return (await refused("invalidField", "post-trace-location", request)).body.message;
};

describe("§4 POST /trace/location", () => {
  if (site.location.unknownGoods === "accept")
    it("never asks the ERP: goods that it does not know can be registered", async () => {
      await done("post-trace-location", { zongpai: zongpai(9_000), location: location(1) });
    });

  if (site.location.offShelfNote === false)
    it("refuses a location together with off shelf", async () => {
      await refuse({ location: location(1), off_shelf: true });
    });
  else {
    const { maxLength } = site.location.offShelfNote;
    it("keeps a free note of goods off the shelf, up to the site's limit", async () => {
      const goods = zongpai(fresh());
      const noted = { location: "ü".repeat(maxLength), off_shelf: true };
      expect((await register(goods, noted)).body).toMatchObject(noted);
      const items = [{ zongpai: goods, location: noted.location }];
      expect(await placesOf(goods)).toMatchObject({ off_shelf: { items } });
      await refuse({ location: "n".repeat(maxLength + 1), off_shelf: true });
      for (const note of ["a\u0000b", "a\u202eb", "a\nb"])
        expect(await refuse({ location: note, off_shelf: true })).toContain(site.accepts.plain);
    });
  }

  it.runIf(site.extensions.scannedAt)(
    "reads an instant's offset, and refuses an invalid instant",
    async () => {
      const scanned_at = "2026-03-01T01:30:00+02:00";
      const { body } = await register(zongpai(fresh()), { location: location(1), scanned_at });
      expect(body.registered_at).toBe("2026-02-28T23:30:00.000Z");
      for (const none of ["2026-03-01", "2026-03-01T01:30:00", "2026-02-30T01:30:00Z", 1_700, ""])
        await refuse({ location: location(1), scanned_at: none });
    },
  );
});

describe("§4 POST /attachment/location", () => {
  it("places an attachment apart from its goods and from the other attachments", async () => {
    const goods = await configured();
    await register(goods, 9);
    await locate(goods, 2);
    await locate(goods, offShelf, other);
    expect(await placesOf(goods)).toMatchObject({
      locations: [
        { location: location(2), area, shown: 1, items: [{ zongpai: goods, category }] },
        { location: location(9), area, shown: 1, items: [{ zongpai: goods }] },
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
});
