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

/** Of a shelf that has boxes alone; with `more` there may be goods behind them. */
const isEmpty = ({ goods_count, attachments_count, more }: PlaceCount): boolean =>
  goods_count === 0 && attachments_count === 0 && !more;

class CountsByName<Name> extends Map<Name, PlaceCount> {
  countOf = (name: Name): PlaceCount => this.get(name) ?? emptyCount;
  addCount = (name: Name, count: PlaceCount): unknown =>
    this.set(name, addCounts(this.countOf(name), count));
}

/** Counts of places in the index. Each query is bounded, whatever the size of the warehouse. */
export const countStore = (table: Table): CountStore => {
  const shelvesIn = async (span: KeySpan, limit: number, deadline: Deadline) => {
    const items = await queryFirst(table, span, limit, deadline, { index: true, only: [] });
    return items.map(sortKeyOf);
  };
  return {
    countAreas: async (areas, most, deadline) => {
      // By area; `undefined`: of others.
      const counts = new CountsByName<string | undefined>();
      const ofSpan = async ({ area, start, ...span }: AreaSpan, counted: number): Promise<void> => {
        const limit = most + 1 - counted;
        const { all, apart } = await countFirst(table, span, area, limit, deadline);
        const shelves = apart.map(shelfIn);
        const others = area === undefined ? [] : shelves.filter((shelf) => shelf.area !== area);
        // What is not of the area has taken the place of some that is.
        if (others.length > 0 && all === limit) {
          const { pk, from, to } = span;
          await ofSpan({ pk, from, to: start, start }, 0);
          return ofSpan({ pk, from: start, to, start, area }, 0);
        }
        const goods_count = all - shelves.length;
        counts.addCount(area, { ...emptyCount, goods_count, more: all === limit });
        for (const shelf of shelves)
          counts.addCount(shelf.area === area ? area : undefined, countOfShelf(shelf));
      };
      // A query takes as much processor time as a hundred entries, so a small warehouse is read as a whole.
      const limit = Math.ceil((most + 1) / 2);
      const shelves = await shelvesIn(placeSpan({ off_shelf: false }), limit, deadline);
      const ofArea = new Map<string | undefined, number>();
      for (const shelf of shelves.map(shelfIn)) {
        const name = areas.includes(shelf.area) ? shelf.area : undefined;
        ofArea.set(shelf.area, 1 + (ofArea.get(shelf.area) ?? 0));
        counts.addCount(name, countOfShelf(shelf));
      }
      const last = shelves[limit - 1];
      const left = last ? areaSpans(areas, last) : [];
      await Promise.all(left.map((part) => ofSpan(part, ofArea.get(part.area) ?? 0)));
      return counts.countOf;
    },

    countLocations: async (area, most, deadline) => {
      const locations = new CountsByName<string>();
      let whole = emptyCount;
      const shelves = (await shelvesIn(placeSpan({ area }), most + 1, deadline)).map(shelfIn);
      // What is behind one more than the limit is not known.
      const beyond = shelves[most];
      for (const shelf of shelves) {
        const more = beyond?.location === shelf.location;
        locations.addCount(shelf.location, { ...countOfShelf(shelf), more });
        whole = addCounts(whole, { ...countOfShelf(shelf), more: beyond !== undefined });
      }
      const sorted = [...locations].toSorted(([one], [other]) => compareBytes(one, other));
      return {
        area: whole,
        locations: sorted
          .filter(([, count]) => !isEmpty(count))
          .map(([location, count]) => ({ location, ...count })),
      };
    },
  };
};
