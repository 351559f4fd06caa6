import * as z from "zod/mini";
import { Asked } from "../domain/operation.ts";
import type { RefusalStore } from "../domain/refusals.ts";
import type { Table } from "./client.ts";
import { cursorAt, type Paged, positionOf } from "./cursor.ts";
import type { Item } from "./expression.ts";
import { refusalSpan } from "./keys.ts";
import { refusedIn } from "./operations.ts";
import { queryFirst, sortKeyOf } from "./query.ts";

const Row = z.object({
  zongpai: z.optional(z.string()),
  at: z.int(),
  who: z.string(),
  asked: Asked,
});

/** The refused scan in a row of the list, if it is one. */
export const keptIn = (row: Item) => {
  const refused = refusedIn(row);
  return refused ? [{ ...Row.parse(row), ...refused }] : [];
};

const only = ["refusal", ...Object.keys(Row.shape)];

const paged: Paged = ["refusals"];

/** The kept refusals, newest first. */
export const refusalStore = (table: Table): RefusalStore => ({
  page: async (since, cursor, size, deadline) => {
    const position = positionOf(cursor, paged);
    const span = refusalSpan(since, position);
    const source = { index: true, backwards: true, only } as const;
    const rows = await queryFirst(table, span, size + 1, deadline, source);
    const next = rows[size];
    return {
      refused: rows.slice(0, size).flatMap(keptIn),
      cursor: next && cursorAt(sortKeyOf(next), paged),
    };
  },
});
