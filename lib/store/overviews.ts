import * as z from "zod/mini";
import { lastPlaceOf, type Placed } from "../domain/location.ts";
import type { Deadline } from "../domain/operation.ts";
import type { Filter, OverviewStore } from "../domain/overview.ts";
import type { Site } from "../site/schema.ts";
import type { Table } from "./client.ts";
import { cursorAt, type Paged, positionOf } from "./cursor.ts";
import { boxesOf, boxLocationKey, locationsOf, placeRange } from "./keys.ts";
import { placeShown, placesIn } from "./locations.ts";
import { firstOfAll } from "./merged.ts";
import { queryAll, queryFirst, readItems, sortKeyOf } from "./query.ts";

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

/** Goods that moved while the shards were read may come from two of them: the newer registration counts. */
const once = (placed: readonly Placed[]): Placed[] => {
  const newest = new Map<string, Placed>();
  const name = ({ zongpai, category, box_no }: Placed) =>
    JSON.stringify([zongpai ?? null, category ?? null, box_no]);
  for (const place of placed) {
    const other = newest.get(name(place));
    if (!other || other.at <= place.at) newest.set(name(place), place);
  }
  return placed.filter((place) => newest.get(name(place)) === place);
};

/** The overview (specification §4). */
export const overviewStore = (
  table: Table,
  { location: { shards }, routes: { boxLocation } }: Site,
): OverviewStore => {
  const placesOfBoxes = async (boxes: readonly { box_no: string }[], deadline: Deadline) => {
    const keys = [...new Set(boxes.map(({ box_no }) => box_no))].map(boxLocationKey);
    const rows = await readItems(table, keys, deadline);
    const places = placesIn(rows.filter((row) => row !== undefined));
    return new Map(places.map((place) => [place.box_no, place]));
  };
  return {
    placesOf: async (zongpai, deadline) =>
      placesIn(await queryAll(table, locationsOf(zongpai), deadline)),

    boxesOf: async (zongpai, { category, placed, cursor, size }, deadline) => {
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
      const boxes = shown.map((item) => BoxOfGoodsRow.parse(item));
      const stands = await placesOfBoxes(placed && boxLocation ? boxes : [], deadline);
      return {
        boxes: boxes.map((box) => ({ ...box, ...lastPlaceOf(stands.get(box.box_no)) })),
        ...(last ? { cursor: cursorAt(sortKeyOf(last), paged) } : {}),
      };
    },

    page: async (filter, cursor, size, deadline) => {
      const position = positionOf(cursor, pagedBy(filter));
      // One more than is shown, to see whether the last group continues.
      const spans = placeRange(filter, shards, position);
      const items = await firstOfAll(table, spans, size + 1, deadline, { only: placeShown });
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
        // Boxes may be left of a time when they had places.
        placed: once(placesIn(shown)).filter(({ box_no }) => boxLocation || box_no === undefined),
        offShelfAhead,
        ...(next && last ? { next, cursor: cursorAt(sortKeyOf(last), pagedBy(filter)) } : {}),
      };
    },
  };
};
