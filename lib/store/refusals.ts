import * as z from "zod/mini";
import { Asked } from "../domain/operation.ts";
import type { RefusalStore } from "../domain/refusals.ts";
import type { Site } from "../site/schema.ts";
import type { Table } from "./client.ts";
import { cursorAt, type Paged, positionOf } from "./cursor.ts";
import type { Item } from "./expression.ts";
import { byBytes, refusalSpans } from "./keys.ts";
import { refusedIn } from "./operations.ts";
import { queryFirst } from "./query.ts";

const Row = z.object({ zongpai: z.string(), at: z.int(), who: z.string(), asked: Asked });

/** The refused scan in a row of the list, if it is one. */
export const keptIn = (row: Item) => {
  const condition = refusedIn(row);
  return condition ? [{ ...Row.parse(row), condition }] : [];
};

const paged: Paged = ["refusals"];

/** The kept refusals, newest first. */
export const refusalStore = (table: Table, { location: { shards } }: Site): RefusalStore => ({
  page: async (since, cursor, size, deadline) => {
    const position = positionOf(cursor, paged);
    const source = { index: true, backwards: true } as const;
    const lasts = await Promise.all(
      refusalSpans(shards, since, position).map((span) =>
        queryFirst(table, span, size + 1, deadline, source),
      ),
    );
    // The last entries of the whole are among the last entries of each shard.
    const rows = lasts
      .flat()
      .toSorted((one, other) => byBytes(String(other.place_sk), String(one.place_sk)));
    const next = rows[size];
    return {
      refused: rows.slice(0, size).flatMap(keptIn),
      cursor: next && cursorAt(String(next.place_sk), paged),
    };
  },
});
