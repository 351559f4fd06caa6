import * as z from "zod/mini";
import { lastPlaceOf } from "../domain/location.ts";
import type { Deadline } from "../domain/operation.ts";
import type { OverviewStore, PlaceFilter } from "../domain/overview.ts";
import type { Site } from "../site/schema.ts";
import type { Table } from "./client.ts";
import { cursorAt, type PagedRequest, positionOf } from "./cursor.ts";
import { boxesOfGoodsSpan, boxLocationKey, locationsSpan, placeSpan } from "./keys.ts";
import { placesIn, shownPlaceAttributes } from "./locations.ts";
import { queryAll, queryFirst, readItems, sortKeyOf } from "./query.ts";

/** A box item or entry, as it is in the index. */
const BoxOfGoodsRow = z.object({
  box_no: z.string(),
  quantity: z.int(),
  category: z.optional(z.string()),
});

const pagedBy = ({ area, location, off_shelf }: PlaceFilter): PagedRequest => [
  "overview",
  area,
  location,
  off_shelf,
];

/** The overview (specification §4). */
export const overviewStore = (table: Table, { routes: { boxLocation } }: Site): OverviewStore => {
  const placesOfBoxes = async (boxes: readonly { box_no: string }[], deadline: Deadline) => {
    const keys = [...new Set(boxes.map(({ box_no }) => box_no))].map(boxLocationKey);
    const rows = await readItems(table, keys, deadline);
    const places = placesIn(rows.filter((row) => row !== undefined));
    return new Map(places.map((place) => [place.box_no, place]));
  };
  return {
    readPlaces: async (zongpai, deadline) =>
      placesIn(await queryAll(table, locationsSpan(zongpai), deadline)),

    boxesOf: async (zongpai, { category, placed, cursor, size }, deadline) => {
      const paged = ["boxes", zongpai, category];
      const position = positionOf(cursor, paged);
      // One more than is shown: the first of the next page.
      const span = boxesOfGoodsSpan(zongpai, { category, position });
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

    readPage: async (filter, cursor, size, deadline) => {
      const position = positionOf(cursor, pagedBy(filter));
      // One more than is shown, to see whether the last group continues.
      const span = placeSpan(filter, position);
      const items = await queryFirst(table, span, size + 1, deadline, {
        index: true,
        only: shownPlaceAttributes,
      });
      const shown = items.slice(0, size);
      const last = shown.at(-1);
      const [next] = placesIn(items.slice(size));
      // A page of the whole warehouse that ends among the shelves has not read what is off the shelf.
      const unread =
        next?.off_shelf === false && Object.values(filter).every((value) => value === undefined);
      const offShelf = placeSpan({ off_shelf: true });
      const source = { index: true, only: [] } as const;
      const offShelfAhead =
        unread && (await queryFirst(table, offShelf, 1, deadline, source)).length > 0;
      return {
        // Boxes may be left of a time when they had places.
        placed: placesIn(shown).filter(({ box_no }) => boxLocation || box_no === undefined),
        offShelfAhead,
        ...(next && last ? { next, cursor: cursorAt(sortKeyOf(last), pagedBy(filter)) } : {}),
      };
    },
  };
};
