import * as z from "zod/mini";
import type { Placed } from "../domain/location.ts";
import type { Filter, OverviewStore, PageStore } from "../domain/overview.ts";
import type { Site } from "../site/schema.ts";
import type { Table } from "./client.ts";
import { cursorAt, type Paged, positionOf } from "./cursor.ts";
import { boxesOf, locationsOf, placeRange } from "./keys.ts";
import { LocationRow, placesIn } from "./locations.ts";
import { firstOfAll } from "./merged.ts";
import { queryAll, queryFirst, sortKeyOf } from "./query.ts";

/** A box item or entry, as it is in the index. */
const BoxOfGoodsRow = z.object({
  box_no: z.string(),
  quantity: z.int(),
  category: z.optional(z.string()),
});

const pagedBy = ({ area, location, off_shelf }: Filter): Paged => [
  "overview",
  area,
  location,
  off_shelf,
];

const only = Object.keys(LocationRow.shape);

/** Goods that moved while the shards were read may come from two of them: the newer registration counts. */
const once = (placed: readonly Placed[]): Placed[] => {
  const newest = new Map<string, Placed>();
  const name = ({ zongpai, category }: Placed) => JSON.stringify([zongpai, category ?? null]);
  for (const place of placed) {
    const other = newest.get(name(place));
    if (!other || other.at <= place.at) newest.set(name(place), place);
  }
  return placed.filter((place) => newest.get(name(place)) === place);
};

/** The overview (specification §4). */
export const overviewStore = (
  table: Table,
  { location: { shards } }: Site,
): OverviewStore & PageStore => ({
  placesOf: async (zongpai, deadline) =>
    placesIn(await queryAll(table, locationsOf(zongpai), deadline, { consistent: true })),

  boxesOf: async (zongpai, { category, cursor, size }, deadline) => {
    const paged = ["boxes", zongpai, category];
    const position = positionOf(cursor, paged);
    // One more than is shown: the first of the next page.
    const span = boxesOf(zongpai, { category, position });
    const items = await queryFirst(table, span, size + 1, deadline, {
      index: true,
      only: Object.keys(BoxOfGoodsRow.shape),
    });
    const shown = items.slice(0, size);
    const last = items.length > size ? shown.at(-1) : undefined;
    return {
      boxes: shown.map((item) => BoxOfGoodsRow.parse(item)),
      ...(last ? { cursor: cursorAt(sortKeyOf(last), paged) } : {}),
    };
  },

  page: async (filter, cursor, size, deadline) => {
    const position = positionOf(cursor, pagedBy(filter));
    // One more than is shown, to see whether the last group continues.
    const spans = placeRange(filter, shards, position);
    const items = await firstOfAll(table, spans, size + 1, deadline, { only });
    const shown = items.slice(0, size);
    const last = shown.at(-1);
    const [next] = placesIn(items.slice(size));
    // A page of the whole warehouse that ends among the shelves has not read what is off the shelf.
    const unread =
      next?.off_shelf === false && Object.values(filter).every((value) => value === undefined);
    const offShelf = placeRange({ off_shelf: true }, shards);
    const isAnyIn = async (some: typeof offShelf) =>
      some.length > 0 && (await firstOfAll(table, some, 1, deadline, { only: [] })).length > 0;
    // Usually the first shard has some.
    const offShelfAhead =
      unread && ((await isAnyIn(offShelf.slice(0, 1))) || (await isAnyIn(offShelf.slice(1))));
    return {
      placed: once(placesIn(shown)),
      offShelfAhead,
      ...(next && last ? { next, cursor: cursorAt(sortKeyOf(last), pagedBy(filter)) } : {}),
    };
  },
});
