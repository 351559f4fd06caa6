import * as z from "zod/mini";
import type { Placed } from "../domain/location.ts";
import type { Filter, OverviewStore, PageStore } from "../domain/overview.ts";
import type { Site } from "../site/schema.ts";
import type { Table } from "./client.ts";
import { cursorAt, type Paged, positionOf } from "./cursor.ts";
import type { Item } from "./expression.ts";
import { boxesOf, byBytes, locationsOf, placeRange, type Span } from "./keys.ts";
import { placesIn } from "./locations.ts";
import { queryAll, queryFirst } from "./query.ts";

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

const sortKey = (item: Item): string => String(item.place_sk);

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
    const items = await queryFirst(table, span, size + 1, deadline, { index: true });
    const shown = items.slice(0, size);
    const last = items.length > size ? shown.at(-1) : undefined;
    return {
      boxes: shown.map((item) => BoxOfGoodsRow.parse(item)),
      ...(last ? { cursor: cursorAt(sortKey(last), paged) } : {}),
    };
  },

  page: async (filter, cursor, size, deadline) => {
    const position = positionOf(cursor, pagedBy(filter));
    const firstOf = (spans: readonly Span[], limit: number) =>
      Promise.all(spans.map((span) => queryFirst(table, span, limit, deadline, { index: true })));
    // One more than is shown, to see whether the last group continues.
    const firsts = await firstOf(placeRange(filter, shards, position), size + 1);
    // The first entries of the whole are among the first entries of each shard.
    const items = firsts.flat().toSorted((one, other) => byBytes(sortKey(one), sortKey(other)));
    const shown = items.slice(0, size);
    const last = shown.at(-1);
    const [next] = placesIn(items.slice(size, size + 1));
    // A page of the whole warehouse that ends among the shelves has not read what is off the shelf.
    const unread =
      next?.off_shelf === false && Object.values(filter).every((value) => value === undefined);
    const ahead = unread ? await firstOf(placeRange({ off_shelf: true }, shards), 1) : [];
    return {
      placed: once(placesIn(shown)),
      offShelfAhead: ahead.flat().length > 0,
      ...(next && last ? { next, cursor: cursorAt(sortKey(last), pagedBy(filter)) } : {}),
    };
  },
});
