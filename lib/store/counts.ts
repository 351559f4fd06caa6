import type { Count, CountStore } from "../domain/counts.ts";
import type { Deadline } from "../domain/operation.ts";
import type { Table } from "./client.ts";
import { type AreaSpan, areaSpans, byBytes, placeRange, type Span, shelfIn } from "./keys.ts";
import { countFirst, queryFirst, sortKeyOf } from "./query.ts";

const none: Count = { goods_count: 0, attachments_count: 0, more: false };

const plus = (one: Count, other: Count): Count => ({
  goods_count: one.goods_count + other.goods_count,
  attachments_count: one.attachments_count + other.attachments_count,
  more: one.more || other.more,
});

/** Goods, or an attachment of them; a box is neither. */
const one = ({ category, isBox }: ReturnType<typeof shelfIn>): Count => ({
  ...none,
  goods_count: category === undefined ? 1 : 0,
  attachments_count: category === undefined || isBox ? 0 : 1,
});

/** Of a shelf that has boxes alone; with `more` there may be goods behind them. */
const isEmpty = ({ goods_count, attachments_count, more }: Count): boolean =>
  goods_count === 0 && attachments_count === 0 && !more;

class Counts<Name> extends Map<Name, Count> {
  of = (name: Name): Count => this.get(name) ?? none;
  add = (name: Name, count: Count): unknown => this.set(name, plus(this.of(name), count));
}

/** Counts of places in the index. Each query is bounded, whatever the size of the warehouse. */
export const countStore = (table: Table): CountStore => {
  const shelvesIn = async (span: Span, limit: number, deadline: Deadline) => {
    const items = await queryFirst(table, span, limit, deadline, { index: true, only: [] });
    return items.map(sortKeyOf);
  };
  return {
    ofAreas: async (areas, most, deadline) => {
      // By area; `undefined`: of others.
      const counts = new Counts<string | undefined>();
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
        counts.add(area, { ...none, goods_count, more: all === limit });
        for (const shelf of shelves) counts.add(shelf.area === area ? area : undefined, one(shelf));
      };
      // A query takes as much processor time as a hundred entries, so a small warehouse is read as a whole.
      const limit = Math.ceil((most + 1) / 2);
      const shelves = await shelvesIn(placeRange({ off_shelf: false }), limit, deadline);
      const ofArea = new Map<string | undefined, number>();
      for (const shelf of shelves.map(shelfIn)) {
        const name = areas.includes(shelf.area) ? shelf.area : undefined;
        ofArea.set(shelf.area, 1 + (ofArea.get(shelf.area) ?? 0));
        counts.add(name, one(shelf));
      }
      const last = shelves[limit - 1];
      const left = last ? areaSpans(areas, last) : [];
      await Promise.all(left.map((part) => ofSpan(part, ofArea.get(part.area) ?? 0)));
      return counts.of;
    },

    ofLocations: async (area, most, deadline) => {
      const locations = new Counts<string>();
      let whole = none;
      const shelves = (await shelvesIn(placeRange({ area }), most + 1, deadline)).map(shelfIn);
      // What is behind one more than the limit is not known.
      const beyond = shelves[most];
      for (const shelf of shelves) {
        const more = beyond?.location === shelf.location;
        locations.add(shelf.location, { ...one(shelf), more });
        whole = plus(whole, { ...one(shelf), more: beyond !== undefined });
      }
      const sorted = [...locations].toSorted(([one], [other]) => byBytes(one, other));
      return {
        area: whole,
        locations: sorted
          .filter(([, count]) => !isEmpty(count))
          .map(([location, count]) => ({ location, ...count })),
      };
    },
  };
};
