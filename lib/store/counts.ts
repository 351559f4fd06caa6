import * as z from "zod/mini";
import type { Count, CountStore } from "../domain/counts.ts";
import type { Deadline } from "../domain/operation.ts";
import type { Site } from "../site/schema.ts";
import type { Table } from "./client.ts";
import { byBytes, otherAreaSpans, placeRange, type Span } from "./keys.ts";
import { countFirst, queryFirst } from "./query.ts";

const Row = z.object({ location: z.string(), category: z.optional(z.string()) });

const none: Count = { goods: 0, attachments: 0, more: false };

const plus = (one: Count, other: Count): Count => ({
  goods: one.goods + other.goods,
  attachments: one.attachments + other.attachments,
  more: one.more || other.more,
});
const sum = (counts: readonly Count[]): Count => counts.reduce(plus, none);

/** Counts of places in the index. Each query is bounded, whatever the size of the warehouse. */
export const countStore = (table: Table, { location: { shards } }: Site): CountStore => {
  const ofSpans = async (spans: Span[], most: number, deadline: Deadline): Promise<Count> =>
    sum(
      await Promise.all(
        spans.map(async (span) => {
          const { without, all } = await countFirst(table, span, "category", most + 1, deadline);
          return { goods: without, attachments: all - without, more: all > most };
        }),
      ),
    );
  return {
    ofArea: (area, most, deadline) => ofSpans(placeRange({ area }, shards), most, deadline),
    ofOthers: (areas, most, deadline) => ofSpans(otherAreaSpans(areas, shards), most, deadline),

    ofLocations: async (area, most, deadline) => {
      const locations = new Map<string, Count>();
      const ofShard = async (span: Span): Promise<Count> => {
        const rows = (
          await queryFirst(table, span, most + 1, deadline, {
            index: true,
            only: Object.keys(Row.shape),
          })
        ).map((row) => Row.parse(row));
        // What is behind one more than the limit is not known.
        const beyond = rows[most];
        const counts = rows.map(({ location, category }) => {
          const [goods, attachments] = category === undefined ? [1, 0] : [0, 1];
          const one = { goods, attachments, more: beyond?.location === location };
          locations.set(location, plus(locations.get(location) ?? none, one));
          return { ...one, more: beyond !== undefined };
        });
        return sum(counts);
      };
      const whole = sum(await Promise.all(placeRange({ area }, shards).map(ofShard)));
      const sorted = [...locations].toSorted(([one], [other]) => byBytes(one, other));
      return {
        area: whole,
        locations: sorted.map(([location, count]) => ({ location, ...count })),
      };
    },
  };
};
