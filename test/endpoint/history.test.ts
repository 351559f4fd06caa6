import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { category, configure, goodsWithHeadroom, saveEntry } from "../support/attachments.ts";
import { call, forged, hasKeys, keyHeader } from "../support/client.ts";
import { done, refused } from "../support/expect-error.ts";
import { boxNo, fresh, itemOf, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const { did } = site.history;
const { pageSize } = site.overview;

type Event = Readonly<Record<string, unknown>> & { readonly did: string };
type Body = {
  readonly zongpai: string;
  readonly events: readonly Event[];
  readonly cursor?: string;
};

const page = async (goods: string, cursor?: string): Promise<Body> => {
  const { body } = await done("get-history", {
    zongpai: goods,
    ...(cursor === undefined ? {} : { cursor }),
  });
  return body as unknown as Body;
};
const eventsOf = async (goods: string) => (await page(goods)).events;

const register = (goods: string, place: object) =>
  call("post-trace-location", { zongpai: goods, ...place });

describe("extension: the history of goods", () => {
  it("says what, when, who, from where to where; newest first", async () => {
    const { goods } = await goodsWithHeadroom(20);
    const box = boxNo(fresh());
    const item = { box_no: box, zongpai: goods };
    await register(goods, { location: location(1) });
    await register(goods, { off_shelf: true });
    await call("post-box", { ...item, quantity: 2 });
    await call("edit-box", { ...item, quantity: 5 });
    await call("delete-box", item);
    await call("post-attachment-location", { zongpai: goods, category, location: location(2) });
    await saveEntry(goods, box, 4);
    const events = await eventsOf(goods);
    expect(events.slice(0, 7)).toEqual(
      [
        {
          did: did.moved,
          location: location(1),
          off_shelf: false,
          registered_at: expect.any(String),
        },
        {
          did: did.moved,
          off_shelf: true,
          registered_at: expect.any(String),
          before: { location: location(1), off_shelf: false },
        },
        { did: did.saved, box_no: box, quantity: 2 },
        { did: did.corrected, box_no: box, quantity: 5, before: { quantity: 2 } },
        { did: did.corrected, box_no: box, quantity: 0, before: { quantity: 5 } },
        {
          did: did.moved,
          category,
          location: location(2),
          off_shelf: false,
          registered_at: expect.any(String),
        },
        { did: did.saved, box_no: box, category, quantity: 4 },
      ]
        .toReversed()
        .map((event) => ({ ...event, who: expect.any(String), recorded_at: expect.any(String) })),
    );
    const instants = events.map(({ recorded_at }) => recorded_at);
    expect(instants).toEqual(instants.toSorted().toReversed());
  });

  it("tells a configuration with the one that it replaced", async () => {
    const goods = zongpai(fresh());
    await configure(goods, { [category]: 4 });
    await configure(goods, { [category]: 6 });
    expect(await eventsOf(goods)).toMatchObject([
      {
        did: did.configured,
        entries: [{ category, quantity: 6 }],
        before: { entries: [{ category, quantity: 4 }] },
      },
      { did: did.configured, entries: [{ category, quantity: 4 }] },
    ]);
  });

  it("has nothing of a refused write", async () => {
    const n = fresh();
    const item = itemOf(n);
    await call("post-box", { ...item, quantity: 1 });
    await refused(
      "duplicateBoxItem",
      "post-box",
      { ...item, quantity: 2 },
      keyHeader(randomUUID()),
    );
    expect(await eventsOf(item.zongpai)).toHaveLength(1);
  });

  it.runIf(hasKeys)("has a write that was sent three times once", async () => {
    const [goods, key] = [zongpai(fresh()), keyHeader(randomUUID())];
    for (const _ of [1, 2, 3])
      await call("post-trace-location", { zongpai: goods, location: location(1) }, key);
    expect(await eventsOf(goods)).toHaveLength(1);
  });

  it.runIf(site.extensions.scannedAt)(
    "tells a late scan as late, with the place that stays",
    async () => {
      const goods = zongpai(fresh());
      const scanned_at = new Date(Date.now() - 60_000).toISOString();
      await register(goods, { location: location(1) });
      await register(goods, { location: location(2), scanned_at });
      await register(goods, { location: location(3) });
      const [one, two, three] = [1, 2, 3].map((n) => ({ location: location(n), off_shelf: false }));
      const [, late] = await eventsOf(goods);
      expect(await eventsOf(goods)).toMatchObject([
        { did: did.moved, ...three, before: one },
        { did: did.late, ...two, registered_at: scanned_at, stays: one },
        { did: did.moved, ...one },
      ]);
      expect(late).not.toHaveProperty("before");
    },
  );

  it("is empty for goods on which nothing was recorded", async () => {
    const goods = zongpai(fresh());
    expect(await page(goods)).toEqual({ zongpai: goods, events: [] });
  });

  it("comes page by page, each event once, also while more is recorded", async () => {
    const goods = zongpai(fresh());
    const count = 2 * pageSize + 3;
    for (let n = 0; n < count; n += 1) await register(goods, { location: location(n % 7) });
    const first = await page(goods);
    expect(first.events).toHaveLength(pageSize);
    const seen = [...first.events];
    for (let { cursor } = first; cursor !== undefined; ) {
      await register(goods, { off_shelf: true });
      const next = await page(goods, cursor);
      seen.push(...next.events);
      cursor = next.cursor;
    }
    expect(seen.map((event) => event.location)).toEqual(
      Array.from({ length: count }, (_, n) => location((count - 1 - n) % 7)),
    );
    expect(new Set(seen.map((event) => JSON.stringify(event))).size).toBe(count);
    for (const [at, event] of seen.slice(0, -1).entries())
      expect(event.before).toMatchObject({ location: seen[at + 1]?.location });
  });

  it("takes only its own cursor", async () => {
    const [goods, others] = [zongpai(fresh()), zongpai(fresh())];
    for (let n = 0; n <= pageSize; n += 1) await register(goods, { location: location(1) });
    const { cursor = "" } = await page(goods);
    expect(cursor).not.toBe("");
    for (const wrong of ["", "x", cursor.slice(3), forged(cursor, "x".repeat(1_100))])
      await refused("invalidField", "get-history", { zongpai: goods, cursor: wrong });
    await refused("invalidField", "get-history", { zongpai: others, cursor });
    await refused("invalidField", "location-overview", { cursor });
  });

  it("gives nothing but the history to a forged position", async () => {
    const goods = zongpai(fresh());
    await register(goods, { location: location(1) });
    await call("post-box", { box_no: boxNo(fresh()), zongpai: goods, quantity: 1 });
    for (let n = 0; n < pageSize; n += 1) await register(goods, { location: location(1) });
    const { cursor = "" } = await page(goods);
    for (const [position, count] of [
      ["", 0],
      ["B#", 0],
      ["H#", 0],
      ["I#", pageSize],
      ["\u{10FFFF}", pageSize],
    ] as const) {
      expect((await page(goods, forged(cursor, position))).events, position).toHaveLength(count);
    }
  });
});
