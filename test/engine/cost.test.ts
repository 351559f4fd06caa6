// @module-tag engine
import { describe, expect, it } from "vitest";
import type { RouteId } from "#lib/route-ids.ts";
import { call, hasKeys, key, requiresKeys, serves } from "../support/client.ts";
import { type Cost, metered } from "../support/meter.ts";
import {
  boxes,
  category,
  configure,
  goodsWithHeadroom,
  locate,
  offShelf,
  other,
  register,
  saveEntry,
  saveItem,
} from "../support/requests.ts";
import { area, boxNo, fresh, itemOf, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { table } from "../support/table.ts";

const { attachment, routes } = site;
/** Units where boxes must be known: one condition check, or the write of the ERP's copy. */
const knownBox = site.box.unknownBox === "refuse" ? 2 : 0;
/** Units where goods must be known: one condition check, or the write of the verification. */
const knownGoods = site.location.unknownGoods === "refuse" ? 2 : 0;
/** Index units for a recorded operation and for a refusal. */
const history = routes.history === false ? 0 : 1;
const listed = routes.refusals === false ? 0 : 1;

const costs = (trips: number, writeTable: number, writeIndex: number): Partial<Cost> => ({
  trips,
  writeTable,
  writeIndex,
});
const reads = (trips: number) => costs(trips, 0, 0);
/** The cost of a write that is also in history. */
const writes = (trips: number, units: number, index: number) =>
  costs(trips, units, index + history);
const noRead = { read: 0 };

/** Vitest ignores the tag of a test made by `runIf`. */
const itIf = (served: boolean) => (served ? it : it.skip);

const expectCost = async (
  run: () => Promise<{ readonly status: number }>,
  expected: Partial<Cost>,
) => {
  const { answer, ...cost } = await metered(run);
  expect(answer.status).toBeLessThan(300);
  expect(cost).toMatchObject(expected);
  return cost;
};

/** Expects a refusal without a key, with one, and sent again: its row is written once. */
const expectRefusal = async (
  id: RouteId,
  fields: object,
  trips: number,
  read: Pick<Cost, "read">,
) => {
  const cost = async (headers: Record<string, string> = {}) => {
    const { answer, ...cost } = await metered(() => call(id, fields, headers));
    expect(answer.status).toBeGreaterThanOrEqual(400);
    return cost;
  };
  if (!requiresKeys) expect(await cost()).toMatchObject({ ...read, ...reads(trips) });
  if (!hasKeys) return;
  const headers = key();
  expect(await cost(headers)).toMatchObject({ ...read, ...costs(trips + 1, 1, listed) });
  expect(await cost(headers)).toMatchObject(reads(1));
};

/** Goods and a box that were saved before, so that both are verified. */
const verified = async () => {
  const n = fresh();
  await saveItem(itemOf(n));
  return n;
};
describe(`the cost of a write (${site.name}): trips, table units, index units`, () => {
  it("POST /trace/location: one trip, 4 and at most 2", async () => {
    const goods = zongpai(await verified());
    await expectCost(() => register(goods, 1), { ...writes(1, 4 + knownGoods, 1), ...noRead });
    const moved = { trips: 1, writeTable: 4 + knownGoods, ...noRead };
    const { writeIndex } = await expectCost(() => register(goods, 2), moved);
    expect(writeIndex).toBeLessThanOrEqual(2 + history);
  });

  if (site.extensions.expectedLocation)
    it("POST /trace/location that expects a shelf: the same, also when it is stale", async () => {
      const goods = zongpai(await verified());
      await register(goods, 1);
      const expected_location = location(1);
      const move = { location: location(2), expected_location };
      const moved = { trips: 1, writeTable: 4, ...noRead };
      await expectCost(() => register(goods, move), moved);
      await expectRefusal("post-trace-location", { zongpai: goods, ...move }, 1, noRead);
    });

  if (knownGoods)
    it("POST /trace/location, the first of its zongpai: one trip more", () =>
      expectCost(() => register(zongpai(fresh())), { ...writes(2, 6, 1), ...noRead }));

  if (site.extensions.scannedAt)
    it("POST /trace/location, late: a second trip, and no index unit for the place", async () => {
      const goods = zongpai(fresh());
      await register(goods);
      const scanned_at = new Date(Date.now() - 60_000).toISOString();
      // The engine reports the second transaction only. The refused first one is added, because AWS charges it.
      await expectCost(() => register(goods, { location: location(2), scanned_at }), {
        ...writes(2, 4, 0),
        ...noRead,
      });
    });

  it("POST /box: one trip, 6 and 1; an unread row costs one more", async () => {
    const [n, box] = [await verified(), await verified()];
    const save = (item: ReturnType<typeof itemOf>) => () => saveItem(item);
    const one = { ...writes(1, 6 + knownBox, 1), ...noRead, refused: 0 };
    await expectCost(save({ box_no: boxNo(box), zongpai: zongpai(n) }), one);
    const before = knownGoods ? { refused: 6 + knownBox } : { read: 3 };
    await expectCost(save(itemOf(fresh())), { ...one, trips: 2, ...before });
  });

  if (!knownGoods)
    it("POST /box of goods that another process saved first: one trip more, which reads", async () => {
      const [n, box] = [await verified(), await verified()];
      table.verified.clear();
      // A process reads nothing before its first save of goods.
      await expectCost(() => saveItem(itemOf(fresh())), { trips: 2, read: 0, refused: 6 });
      const saved = { box_no: boxNo(box), zongpai: zongpai(n) };
      await expectCost(() => saveItem(saved), { ...writes(2, 6, 1), read: 3, refused: 0 });
    });

  it("edit and delete: two trips, 6 and 1", async () => {
    const item = itemOf(await verified());
    await expectCost(() => call("edit-box", { ...item, quantity: 2 }), writes(2, 6, 1));
    await expectCost(() => call("delete-box", item), writes(2, 6, 1));
  });

  itIf(serves("move-item"))("a move: one trip for all goods, two for a part; 8 and 2", async () => {
    const [n, box] = [await verified(), await verified()];
    const item = itemOf(n);
    const move = (quantity: number) => () =>
      call("move-item", { ...item, to_box_no: boxNo(box), quantity });
    const one = { ...writes(1, 8 + knownBox, 2), ...noRead };
    await expectCost(move(1), one);
    await saveItem(item, 5);
    await call("delete-box", { ...item, box_no: boxNo(box) });
    await expectCost(move(2), { ...one, trips: 2 });
  });

  itIf(serves("clear-place"))(
    "a clear: one trip; 4 and 1 of goods, 6 and 1 of an attachment",
    async () => {
      const { goods } = await goodsWithHeadroom(6);
      const of = { zongpai: goods, category };
      await register(goods);
      await locate(goods);
      const clear = (fields: object) => () => call("clear-place", fields);
      await expectCost(clear({ zongpai: goods }), { ...writes(1, 4, 1), ...noRead });
      await expectCost(clear(of), { ...writes(1, 6, 1), ...noRead });
    },
  );

  itIf(serves("clear-box"))("a box that leaves: one trip; 4 and 1", async () => {
    const box_no = boxNo(fresh());
    await call("post-box-location", { box_no, location: location(1) });
    await expectCost(() => call("clear-box", { box_no }), { ...costs(1, 4, 1), ...noRead });
  });

  it("attachments: the same for any cap rule", async () => {
    const { goods } = await goodsWithHeadroom(30);
    const held = boxes(4);
    const [one = "", two = "", three = "", four = ""] = held;
    // Verifies the boxes.
    for (const box of held) await call("get-box-info", { box_no: box });
    await saveEntry(goods, four, 1);
    await expectCost(() => configure(goods, { [category]: 31, [other]: 31 }), writes(2, 4, 0));
    await expectCost(() => locate(goods), { ...writes(1, 6, 1), ...noRead });
    const saved = { ...writes(1, 6 + knownBox, 1), ...noRead };
    await expectCost(() => saveEntry(goods, one, 2), saved);
    // If evidence needs a location, an attachment without one costs a second trip.
    const trips = attachment.realEvidence.includes("location") ? 2 : 1;
    await expectCost(() => saveEntry(goods, two, 2, other), { ...saved, trips });
    const entry = { box_no: one, zongpai: goods, category };
    const edit = () => call("patch-attachment-box", { ...entry, quantity: 3 });
    await expectCost(edit, writes(2, 6, 1));
    await expectCost(() => call("delete-attachment-box", entry), writes(2, 6, 1));
    await expectCost(() => call("get-attachment-status", { zongpai: goods }), reads(1));
    for (const id of (["get-attachment-categories", "get-me"] as const).filter((id) => serves(id)))
      await expectCost(() => call(id, {}), { ...reads(0), ...noRead });
    if (attachment.cap.rule === "boxedGoods") return;
    const first = await goodsWithHeadroom(30);
    await expectCost(() => saveEntry(first.goods, three, 2), writes(2, 6, 1));
  });

  if (hasKeys)
    it("a replay: one trip, and nothing is written", async () => {
      const n = await verified();
      const [editKey, placeKey] = [key(), key()];
      const edit = () => call("edit-box", { ...itemOf(n), quantity: 2 }, editKey);
      const place = () => register(zongpai(n), 1, placeKey);
      for (const write of [edit, place]) {
        await write();
        await expectCost(write, { trips: 1, writeIndex: 0 });
      }
    });
});

describe(`the cost of a read (${site.name})`, () => {
  it("GET /box/info: one query next to the ERP; a changed copy is written", async () => {
    const look = () => call("get-box-info", { box_no: boxNo(n) });
    const n = fresh();
    await expectCost(look, { trips: 2, writeTable: 1 });
    await expectCost(look, reads(1));
  });

  if (site.erp.product)
    it("GET /box/info with product names: one trip, and no row of the goods", async () => {
      const box_no = boxNo(fresh());
      for (const n of [await verified(), await verified(), await verified()])
        await saveItem({ box_no, zongpai: zongpai(n) });
      await call("get-box-info", { box_no });
      await expectCost(() => call("get-box-info", { box_no }), { ...reads(1), read: 1 });
    });

  it("GET /box/info reads only the shown attributes of each item", async () => {
    const n = await verified();
    const names = new Set<string>();
    table.documents.middlewareStack.add(
      (next) => async (args) => {
        const result = await next(args);
        const { Items = [] } = result.output as { readonly Items?: readonly object[] };
        for (const name of Items.flatMap(Object.keys)) names.add(name);
        return result;
      },
      { step: "initialize", name: "seeAttributes" },
    );
    await call("get-box-info", { box_no: boxNo(n) });
    table.documents.middlewareStack.remove("seeAttributes");
    const ofProduct = site.erp.product ? ["product"] : [];
    const ofCopy = knownBox ? ["expires_at", "fetched_at", "row"] : [];
    // Of a box that left.
    const ofPlace = routes.clearBox ? ["who"] : [];
    expect(names).toEqual(
      new Set(["at", "quantity", "zongpai", ...ofProduct, ...ofCopy, ...ofPlace]),
    );
  });

  it("the overview of one zongpai: two parallel queries, then one read of box places", async () => {
    const n = await verified();
    const ask = () => call("location-overview", { zongpai: zongpai(n) });
    await expectCost(ask, reads(routes.boxLocation ? 3 : 2));
  });

  it.runIf(history)("the history: one query of the index, whatever its length", async () => {
    const goods = zongpai(fresh());
    for (let at = 0; at < 2 * site.overview.pageSize + 3; at += 1) await register(goods, at % 9);
    await expectCost(() => call("get-history", { zongpai: goods }), reads(1));
  });

  it("a page of the overview: one query; of the whole warehouse two", async () => {
    for (let at = 0; at <= site.overview.pageSize; at += 1) await register(zongpai(fresh()));
    await register(zongpai(fresh()), offShelf);
    const page = (filter: object) => () => call("location-overview", filter);
    await expectCost(page({}), reads(2));
    for (const filter of [{ area }, { location: location(1) }, offShelf])
      await expectCost(page(filter), reads(1));
  });

  it.runIf(listed)("the refusals: one query", () =>
    expectCost(() => call("get-refusals", {}), reads(1)),
  );

  it.runIf(routes.counts)("the counts of a small warehouse: one query", async () => {
    await expectCost(() => call("get-counts", { area }), reads(1));
    await expectCost(() => call("get-counts", {}), reads(1));
  });
});

describe(`the cost of a refusal (${site.name})`, () => {
  it("a save: one trip, and under a key the row of the refusal, once", async () => {
    await expectRefusal("post-box", { ...itemOf(await verified()), quantity: 2 }, 1, noRead);
  });

  it("a correction: one read, and under a key the row of the refusal, once", () =>
    expectRefusal("edit-box", { ...itemOf(fresh()), quantity: 2 }, 1, { read: 2 }));

  if (attachment.removalGuard.includes("boxed"))
    it("a removal: three reads, and under a key the row of the refusal, once", async () => {
      const { goods } = await goodsWithHeadroom(30);
      await saveEntry(goods, boxNo(fresh()), 1);
      const removal = { zongpai: goods, entries: [] };
      await expectRefusal("put-attachment-config", removal, 3, { read: 3.5 });
    });
});
