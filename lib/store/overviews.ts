import * as z from "zod/mini";
import type { Deadline } from "../domain/operation.ts";
import type { OverviewStore, PlaceFilter } from "../domain/overview.ts";
import type { Site } from "../site/schema.ts";
import type { Table } from "./client.ts";
import { cursorAt, type PagedRequest, positionOf } from "./cursor.ts";
import { boxesOfGoodsSpan, boxLocationKey, locationsSpan, placeSpan } from "./keys.ts";
import { boxPlaceIn, placesIn, shownPlaceAttributes } from "./locations.ts";
import { queryAll, queryFirst, readItems, sortKeyOf } from "./query.ts";

/** A box item or entry of the index. */
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
export const overviewStore = (table: Table, site: Site): OverviewStore => {
  const { boxLocation } = site.routes;
  const readPlacesOfBoxes = async (boxes: readonly { box_no: string }[], deadline: Deadline) => {
    const numbers = [...new Set(boxes.map(({ box_no }) => box_no))];
    const rows = await readItems(table, numbers.map(boxLocationKey), deadline);
    return new Map(numbers.map((box_no, at) => [box_no, boxPlaceIn(rows[at], site)]));
  };
  const isAnythingOffShelf = async (deadline: Deadline): Promise<boolean> => {
    const span = placeSpan({ off_shelf: true });
    const items = await queryFirst(table, span, 1, deadline, { index: true, only: [] });
    return items.length > 0;
  };
  return {
    readPlaces: async (zongpai, deadline) =>
      placesIn(await queryAll(table, locationsSpan(zongpai), deadline)),

    readBoxes: async (zongpai, { category, placed, cursor, size }, deadline) => {
      const paged = ["boxes", zongpai, category];
      const position = positionOf(cursor, paged);
      // One more than is shown: the first of the next page.
      const span = boxesOfGoodsSpan(zongpai, { category, position });
      const source = { index: true, only: Object.keys(BoxOfGoodsRow.shape) } as const;
      const items = await queryFirst(table, span, size + 1, deadline, source);
      const shown = items.slice(0, size);
      const last = items.length > size ? shown.at(-1) : undefined;
      const boxes = shown.map((item) => BoxOfGoodsRow.parse(item));
      const boxesWithPlace = placed && boxLocation ? boxes : [];
      const placeByBox = await readPlacesOfBoxes(boxesWithPlace, deadline);
      const placedBoxes = boxes.map((box) => ({
        ...box,
        ...placeByBox.get(box.box_no),
      }));
      if (!last) return { boxes: placedBoxes };
      return { boxes: placedBoxes, cursor: cursorAt(sortKeyOf(last), paged) };
    },

    readPage: async (filter, cursor, size, deadline) => {
      const paged = pagedBy(filter);
      const span = placeSpan(filter, positionOf(cursor, paged));
      const source = { index: true, only: shownPlaceAttributes } as const;
      // One more than is shown, to see whether the last group continues.
      const items = await queryFirst(table, span, size + 1, deadline, source);
      const shown = items.slice(0, size);
      const last = shown.at(-1);
      const [next] = placesIn(items.slice(size));
      // Boxes may have rows of a time when they had places.
      const places = placesIn(shown).filter(({ box_no }) => boxLocation || box_no === undefined);
      // A page of the whole warehouse that ends among the shelves has read no goods off the shelf.
      const isUnfiltered = Object.values(filter).every((value) => value === undefined);
      const endsAmongShelves = isUnfiltered && next?.off_shelf === false;
      const offShelfAhead = endsAmongShelves && (await isAnythingOffShelf(deadline));
      if (!next || !last) return { placed: places, offShelfAhead };
      return { placed: places, offShelfAhead, next, cursor: cursorAt(sortKeyOf(last), paged) };
    },
  };
};
