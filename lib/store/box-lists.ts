import type { BoxListStore, ListPosition } from "../domain/box-list.ts";
import type { Deadline } from "../domain/operation.ts";
import { UnknownCursorError } from "../errors.ts";
import type { Table } from "./client.ts";
import { cursorAt, positionOf } from "./cursor.ts";
import { placeSpan } from "./keys.ts";
import { queryHaving, sortKeyOf } from "./query.ts";

/** How many entries of the index one query looks at, and how many queries a page takes: goods lie between the boxes. */
const entriesPerQuery = 1_000;
const queriesPerPage = 4;

/** The first letter of a position says where the list continues. */
const letters = { erp: "E", places: "P" } as const;

const pagedBy = (day: string | undefined) => ["box list", day];

/** The boxes that have a place, from the index, with a cursor. A page may be short, or empty, and yet have a cursor. */
export const boxListStore = (table: Table): BoxListStore => ({
  cursorOf: ({ source, after }, day) => cursorAt(letters[source] + after, pagedBy(day)),

  positionOf: (cursor, day) => {
    const text = positionOf(cursor, pagedBy(day));
    if (text === undefined) return undefined;
    const source = text.startsWith(letters.erp) ? "erp" : "places";
    if (!text.startsWith(letters[source])) throw new UnknownCursorError();
    return { source, after: text.slice(1) } satisfies ListPosition;
  },

  readPlaced: async (after: string | undefined, size: number, deadline: Deadline) => {
    const found: { readonly box_no: string; readonly key: string }[] = [];
    let last = after;
    for (let queries = 0; queries < queriesPerPage; queries += 1) {
      const span = placeSpan({}, last);
      const part = await queryHaving(table, span, "box_no", ["box_no"], entriesPerQuery, deadline);
      found.push(
        ...part.items.map((item) => ({ box_no: String(item.box_no), key: sortKeyOf(item) })),
      );
      last = part.last;
      if (last === undefined || found.length > size) break;
    }
    const shown = found.slice(0, size);
    const next = found.length > size ? shown.at(-1)?.key : last;
    return { boxNos: shown.map(({ box_no }) => box_no), next };
  },
});
