import * as z from "zod";
import type { Deadline } from "../domain/operation.ts";
import type { Filter, OverviewStore, Page, PageStore, Placed } from "../domain/overview.ts";
import type { Table } from "./client.ts";
import { cursorAfter, positionOf } from "./cursor.ts";
import type { Item } from "./expression.ts";
import { boxesOf, locationsOf, placeRange } from "./keys.ts";
import { type PlaceSettings, placedOf } from "./locations.ts";
import { queryAll, queryFirst } from "./query.ts";

/** A box item or entry as the index shows it. */
const BoxOfGoodsRow = z.object({ box_no: z.string(), quantity: z.int(), category: z.string().optional() });

/** DynamoDB sorts text by its UTF-8 bytes, JavaScript by UTF-16 units: beyond the basic plane the two differ. */
const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

const sortKey = (item: Item): string => String(item.place_sk);

/** An entry that moved while the shards were read may come from two of them: the newer registration counts. */
const once = (placed: readonly Placed[]): Placed[] => {
  const newest = new Map<string, Placed>();
  const name = ({ zongpai, category }: Placed) => JSON.stringify([zongpai, category ?? null]);
  for (const place of placed) {
    const other = newest.get(name(place));
    if (!other || other.at <= place.at) newest.set(name(place), place);
  }
  return placed.filter((place) => newest.get(name(place)) === place);
};

/** The places of goods: of one zongpai, and page by page from the index (specification §4, the overview). */
export const placeStore = (table: Table, { location: { shards } }: PlaceSettings): OverviewStore & PageStore => ({
  placesOf: async (zongpai, deadline) => (await queryAll(table, locationsOf(zongpai), deadline, { consistent: true })).map(placedOf),

  boxesOf: async (zongpai, deadline) =>
    (await queryAll(table, boxesOf(zongpai), deadline, { index: true })).map((item) => {
      const { category, ...rest } = BoxOfGoodsRow.parse(item);
      return { ...rest, category };
    }),

  page: async (filter: Filter, cursor: string | undefined, size: number, deadline: Deadline): Promise<Page | undefined> => {
    const position = cursor === undefined ? undefined : positionOf(cursor, filter);
    if (cursor !== undefined && position === undefined) return undefined;
    const ranges = placeRange(filter, shards, position);
    // One more than is shown tells whether the last group continues.
    const found = await Promise.all(ranges.map((range) => queryFirst(table, range, size + 1, deadline)));
    // Each shard is in order, so the first entries of all of them together are among the first entries of each.
    const items = found.flat().toSorted((one, other) => byBytes(sortKey(one), sortKey(other)));
    const shown = items.slice(0, size);
    const [next, last] = [items[size], shown.at(-1)];
    return {
      placed: once(shown.map(placedOf)),
      ...(next && last ? { next: placedOf(next), cursor: cursorAfter(sortKey(last), filter) } : {}),
    };
  },
});
