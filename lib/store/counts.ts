import type { CountStore, PlaceCount } from "../domain/counts.ts";
import type { Deadline } from "../domain/operation.ts";
import type { Table } from "./client.ts";
import {
  type AreaSpan,
  areaSpans,
  compareBytes,
  type KeySpan,
  placeSpan,
  shelfIn,
} from "./keys.ts";
import { countFirst, queryFirst, sortKeyOf } from "./query.ts";

const emptyCount: PlaceCount = { goods_count: 0, attachments_count: 0, more: false };

const addCounts = (one: PlaceCount, other: PlaceCount): PlaceCount => ({
  goods_count: one.goods_count + other.goods_count,
  attachments_count: one.attachments_count + other.attachments_count,
  more: one.more || other.more,
});

/** Goods, or an attachment of them; a box is neither. */
const countOfShelf = ({ category, isBox }: ReturnType<typeof shelfIn>): PlaceCount => ({
  ...emptyCount,
  goods_count: category === undefined ? 1 : 0,
  attachments_count: category === undefined || isBox ? 0 : 1,
});

/** Whether a shelf has boxes alone; with `more` there may be goods behind them. */
const isEmpty = ({ goods_count, attachments_count, more }: PlaceCount): boolean =>
  goods_count === 0 && attachments_count === 0 && !more;

class CountsByName<Name> extends Map<Name, PlaceCount> {
  countOf = (name: Name): PlaceCount => this.get(name) ?? emptyCount;
  addCount = (name: Name, count: PlaceCount): unknown =>
    this.set(name, addCounts(this.countOf(name), count));
}

/** Counts of places in the index. Each query is bounded, whatever the size of the warehouse. */
export const countStore = (table: Table): CountStore => {
  const readSortKeys = async (span: KeySpan, limit: number, deadline: Deadline) => {
    const items = await queryFirst(table, span, limit, deadline, { index: true, only: [] });
    return items.map(sortKeyOf);
  };
  return {
    countAreas: async (areas, most, deadline) => {
      // By area; `undefined` is the name of all others.
      const counts = new CountsByName<string | undefined>();
      const countSpan = async (areaSpan: AreaSpan, counted: number): Promise<unknown> => {
        const { area, start, ...span } = areaSpan;
        const limit = most + 1 - counted;
        const { all, apart } = await countFirst(table, span, area, limit, deadline);
        const shelves = apart.map(shelfIn);
        const isLimitReached = all === limit;
        const hasOthers = area !== undefined && shelves.some((shelf) => shelf.area !== area);
        // Entries of other areas took the place of entries of this area, so each part is counted alone.
        if (hasOthers && isLimitReached) {
          const { pk, from, to } = span;
          const others = countSpan({ pk, from, to: start, start }, 0);
          return Promise.all([others, countSpan({ pk, from: start, to, start, area }, 0)]);
        }
        const goods_count = all - shelves.length;
        counts.addCount(area, { ...emptyCount, goods_count, more: isLimitReached });
        for (const shelf of shelves)
          counts.addCount(shelf.area === area ? area : undefined, countOfShelf(shelf));
      };
      // A query takes as much processor time as a hundred entries, so a small warehouse is read as a whole.
      const limit = Math.ceil((most + 1) / 2);
      const sortKeys = await readSortKeys(placeSpan({ off_shelf: false }), limit, deadline);
      const countedInArea = new Map<string | undefined, number>();
      for (const shelf of sortKeys.map(shelfIn)) {
        const name = areas.includes(shelf.area) ? shelf.area : undefined;
        countedInArea.set(shelf.area, 1 + (countedInArea.get(shelf.area) ?? 0));
        counts.addCount(name, countOfShelf(shelf));
      }
      const last = sortKeys[limit - 1];
      const spansLeft = last ? areaSpans(areas, last) : [];
      await Promise.all(
        spansLeft.map((span) => countSpan(span, countedInArea.get(span.area) ?? 0)),
      );
      return counts.countOf;
    },

    countLocations: async (area, most, deadline) => {
      const locations = new CountsByName<string>();
      let ofWholeArea = emptyCount;
      const sortKeys = await readSortKeys(placeSpan({ area }), most + 1, deadline);
      const shelves = sortKeys.map(shelfIn);
      // Entries after the first one beyond the limit were not read.
      const beyond = shelves[most];
      for (const shelf of shelves) {
        const more = beyond?.location === shelf.location;
        locations.addCount(shelf.location, { ...countOfShelf(shelf), more });
        ofWholeArea = addCounts(ofWholeArea, {
          ...countOfShelf(shelf),
          more: beyond !== undefined,
        });
      }
      const sorted = [...locations].toSorted(([one], [other]) => compareBytes(one, other));
      const shown = sorted.filter(([, count]) => !isEmpty(count));
      return {
        area: ofWholeArea,
        locations: shown.map(([location, count]) => ({ location, ...count })),
      };
    },
  };
};
