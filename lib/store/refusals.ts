import * as z from "zod/mini";
import { KeptRequest } from "../domain/operation.ts";
import type { RefusalStore } from "../domain/refusals.ts";
import type { Table } from "./client.ts";
import { cursorAt, type PagedRequest, positionOf } from "./cursor.ts";
import type { TableItem } from "./expression.ts";
import { refusalSpan } from "./keys.ts";
import { refusalIn } from "./operations.ts";
import { queryFirst, sortKeyOf } from "./query.ts";

const ListedRefusalRow = z.object({
  zongpai: z.optional(z.string()),
  at: z.int(),
  who: z.string(),
  asked: KeptRequest,
});

/** The refused scan in a row, if the row is a refusal. */
export const listedRefusalsIn = (row: TableItem) => {
  const refusal = refusalIn(row);
  return refusal ? [{ ...ListedRefusalRow.parse(row), ...refusal }] : [];
};

const attributesRead = ["refusal", ...Object.keys(ListedRefusalRow.shape)];

const pagedRefusals: PagedRequest = ["refusals"];

/** The kept refusals, newest first. */
export const refusalStore = (table: Table): RefusalStore => ({
  readPage: async (since, cursor, size, deadline) => {
    const position = positionOf(cursor, pagedRefusals);
    const span = refusalSpan(since, position);
    const source = { index: true, backwards: true, only: attributesRead } as const;
    const rows = await queryFirst(table, span, size + 1, deadline, source);
    const next = rows[size];
    return {
      refused: rows.slice(0, size).flatMap(listedRefusalsIn),
      cursor: next && cursorAt(sortKeyOf(next), pagedRefusals),
    };
  },
});
