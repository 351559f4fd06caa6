import { describe, expect, it } from "vitest";
import { call, done, key, serves } from "../support/client.ts";
import {
  category,
  configure,
  goodsWithHeadroom,
  instant,
  locate,
  offShelf,
  register,
  saveEntry,
  saveItem,
} from "../support/requests.ts";
import { boxNo, fresh, itemOf, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const { did } = site.history;

const eventsOf = async (goods: string) =>
  (await done("get-history", { zongpai: goods })).body.events as Record<string, unknown>[];
const shelf = (n: number) => ({ location: location(n), off_shelf: false });

describe.runIf(serves("get-history"))("extension: the history of goods", () => {
  it.runIf(serves("move-item"))(
    "shows event, time, person and both places, newest first",
    async () => {
      const { goods } = await goodsWithHeadroom(20);
      const box = boxNo(fresh());
      const item = { box_no: box, zongpai: goods };
      await register(goods);
      await register(goods, offShelf);
      await saveItem(item, 2);
      await call("edit-box", { ...item, quantity: 5 });
      await call("delete-box", item);
      await locate(goods, 2);
      await saveEntry(goods, box, 4);
      const to_box_no = boxNo(fresh());
      await done("move-item", { ...item, to_box_no, category, quantity: 3 });
      const events = await eventsOf(goods);
      const [who, recorded_at, registered_at] = [1, 2, 3].map(() => expect.any(String));
      expect(events.slice(0, 7).toReversed()).toEqual(
        [
          { did: did.moved, ...offShelf, registered_at, before: shelf(1) },
          { did: did.saved, box_no: box, quantity: 2 },
          { did: did.corrected, box_no: box, quantity: 5, before: { quantity: 2 } },
          { did: did.corrected, box_no: box, quantity: 0, before: { quantity: 5 } },
          { did: did.moved, category, ...shelf(2), registered_at },
          { did: did.saved, box_no: box, category, quantity: 4 },
          {
            did: did.transferred,
            ...{ box_no: box, to_box_no, category, quantity: 3 },
            before: { quantity: 4 },
          },
        ].map((event) => ({ ...event, who, recorded_at })),
      );
      const instants = events.map((event) => event.recorded_at);
      expect(instants).toEqual(instants.toSorted().toReversed());
    },
  );

  it("shows a configuration with the one that it replaced", async () => {
    const goods = zongpai(fresh());
    for (const quantity of [4, 6]) await configure(goods, { [category]: quantity });
    const [four, six] = [4, 6].map((quantity) => ({ entries: [{ category, quantity }] }));
    expect(await eventsOf(goods)).toMatchObject([
      { did: did.configured, ...six, before: four },
      { did: did.configured, ...four },
    ]);
  });

  it("has no refused write, and has a write once that was sent twice", async () => {
    const [item, headers] = [itemOf(fresh()), key()];
    for (const _ of [1, 2]) await saveItem(item, 1, headers);
    await saveItem(item, 2, key());
    expect(await eventsOf(item.zongpai)).toHaveLength(1);
  });

  it.runIf(site.extensions.scannedAt)(
    "says of a late scan that it is late, with the place that remains",
    async () => {
      const goods = zongpai(fresh());
      const scanned_at = instant(-60_000);
      await register(goods);
      await register(goods, { location: location(2), scanned_at });
      await register(goods, 3);
      const events = await eventsOf(goods);
      expect(events).toMatchObject([
        { did: did.moved, ...shelf(3), before: shelf(1) },
        { did: did.late, ...shelf(2), registered_at: scanned_at, stays: shelf(1) },
        { did: did.moved, ...shelf(1) },
      ]);
      expect(events[1]).not.toHaveProperty("before");
    },
  );
});
