import type { Deadline } from "../domain/operation.ts";
import type { Table } from "./client.ts";
import type { Item } from "./expression.ts";
import { byBytes, type Span } from "./keys.ts";
import { queryPart, type Source, sortKeyOf } from "./query.ts";

/**
 * The first entries of spans of the index, at most `most`, as of one list. Of each span a few more are read than its part of them; those
 * that run out before the last one shown are read once more, up to that one.
 */
export const firstOfAll = async (
  table: Table,
  spans: readonly Span[],
  most: number,
  deadline: Deadline,
  { backwards, only }: { readonly backwards?: true; readonly only: readonly string[] },
): Promise<Item[]> => {
  const source: Source = { index: true, backwards, only };
  const sorted = (items: readonly Item[]) =>
    items.toSorted(
      (one, other) => (backwards ? -1 : 1) * byBytes(sortKeyOf(one), sortKeyOf(other)),
    );
  const mean = most / spans.length;
  const share = Math.min(most, Math.ceil(mean + Math.sqrt(mean)));
  const parts = await Promise.all(
    spans.map(async (span) => ({
      span,
      ...(await queryPart(table, span, share, deadline, source)),
    })),
  );
  const known = sorted(parts.flatMap(({ items }) => items));
  const shown = known[most - 1];
  const end = shown && { [backwards ? "from" : "to"]: sortKeyOf(shown) };
  const more = await Promise.all(
    parts.map(async ({ span, items, others }) => {
      const last = items.at(-1);
      const missing = last ? most - 1 - known.indexOf(last) : 0;
      if (!others || missing <= 0) return [];
      return (await queryPart(table, { ...span, ...end }, missing, deadline, source, others)).items;
    }),
  );
  return sorted([...known, ...more.flat()]).slice(0, most);
};
