import { beforeAll, describe, expect, it } from "vitest";
import type { RouteId } from "#lib/route-ids.ts";
import { mostKeysPerRead } from "#lib/store/query.ts";
import { call, done, forged, key, refused, serves } from "../support/client.ts";
import {
  boxes,
  cap,
  goodsWithHeadroom,
  offShelf,
  register,
  saveEntry,
  saveItem,
} from "../support/requests.ts";
import { area, fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const { pageSize } = site.overview;
const longer = pageSize + 1;
/** More than a page of the status of a box. */
const itemsHeld = mostKeysPerRead + 1;

type Entry = Readonly<Record<string, unknown>>;
type Items = { readonly items: Entry[] };
const placed = ({ locations, off_shelf }: Entry) =>
  [...(locations as Items[]), off_shelf as Items].flatMap(({ items }) => items);
const under = (name: string) => (body: Entry) => body[name] as Entry[];

const { goods } = await goodsWithHeadroom(60);
const before = cap.rule === "boxedGoods" ? 1 : 0;
const [full = "", ...held] = boxes(longer + 1);
const [first = ""] = held;

/** One list with two routes, which accept each other's cursors. */
const ofBox = { box_no: full };

/** A route, its request, the number of entries, the page size, and the entries of an answer. */
type List = readonly [RouteId, request: object, number, number, (body: Entry) => Entry[]];

const all: readonly List[] = [
  ["location-overview", {}, 2 * longer, pageSize, placed],
  ["location-overview", { area }, longer, pageSize, placed],
  ["location-overview", { location: location(1) }, longer, pageSize, placed],
  ["location-overview", { off_shelf: true }, longer, pageSize, placed],
  ["location-overview", { off_shelf: false }, longer, pageSize, placed],
  ["location-overview", { zongpai: goods }, before + longer + 1, pageSize, under("boxes")],
  ["get-history", { zongpai: goods }, before + longer + 2, pageSize, under("events")],
  ["get-refusals", {}, longer, pageSize, under("refusals")],
  ["get-box-info", ofBox, itemsHeld, site.box.pageSize, under("items")],
  ["get-box-status", ofBox, itemsHeld, mostKeysPerRead, under("items")],
];
const isPaged = ([id, , count, size]: List) => serves(id) && count > size;
const lists = all.filter(isPaged);

/** Two more lists, which are short. */
const others: readonly (readonly [RouteId, object])[] = [
  ["location-overview", { zongpai: zongpai(fresh()) }],
  ["get-box-info", { box_no: first }],
];

beforeAll(async () => {
  for (const box_no of held) {
    await register(zongpai(fresh()));
    await register(zongpai(fresh()), offShelf);
    await saveItem({ box_no, zongpai: goods });
    await call("delete-box", { box_no, zongpai: zongpai(fresh()) }, key());
  }
  await saveEntry(goods, first, 1);
  for (let n = 0; n < itemsHeld; n += 1)
    await saveItem({ box_no: full, zongpai: zongpai(fresh()) });
});

const cursorOf = async ([id, request]: List) => String((await done(id, request)).body.cursor);

const pagesOf = async ([id, request, , , entriesOf]: List) => {
  const pages: string[][] = [];
  let cursor: unknown;
  do {
    const { body } = await done(id, { ...request, ...(cursor ? { cursor } : {}) });
    pages.push(entriesOf(body).map((entry) => JSON.stringify(entry)));
    cursor = body.cursor;
    if ("more" in body) expect(body.more).toBe(cursor !== undefined);
  } while (cursor !== undefined);
  return pages;
};

const testPagesOf = (list: List) => {
  const [id, request, count, size, entriesOf] = list;

  it("has each entry on one page, and every page but the last is full", async () => {
    const pages = await pagesOf(list);
    for (const page of pages.slice(0, -1)) expect(page).toHaveLength(size);
    const entries = pages.flat();
    expect([entries.length, new Set(entries).size]).toEqual([count, count]);
  });

  it("takes only its own cursor", async () => {
    const cursor = await cursorOf(list);
    for (const wrong of [
      ...["", "!!!!", `${cursor}AAAA`, cursor.slice(3), forged(cursor, 3)],
      // A sort key has 1,024 bytes at most, and the position after this one would be a byte longer.
      ...[forged(cursor, "A".repeat(1_024)), forged(cursor, "箱".repeat(342))],
      forged(cursor, "S#\ud83d"),
      Buffer.from("null").toString("base64url"),
    ])
      await refused("invalidField", id, { ...request, cursor: wrong });
    const elsewhere = [...lists.filter((one) => one[1] !== request), ...others];
    for (const [other, input] of elsewhere)
      await refused("invalidField", other, { ...input, cursor });
  });

  it("shows nothing else to a forged position", async () => {
    const [cursor, entries] = [await cursorOf(list), (await pagesOf(list)).flat()];
    for (const position of [
      "",
      "A",
      "B#",
      "H#",
      "I#",
      "S#",
      "Z#",
      "~off#",
      "~ref#",
      "\u{10FFFF}",
    ]) {
      const { body } = await done(id, { ...request, cursor: forged(cursor, position) });
      for (const entry of entriesOf(body)) expect(entries).toContain(JSON.stringify(entry));
    }
  });
};
for (const list of all) {
  const [id, request] = list;
  const title = `§8 pages: ${id} of ${JSON.stringify(request)}`;
  describe.runIf(isPaged(list))(title, () => testPagesOf(list));
}
