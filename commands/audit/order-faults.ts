import { eventPlaceOf, itemChangesOf } from "#lib/domain/events.ts";
import type { Site } from "#lib/site/schema.ts";
import { ItemRow } from "#lib/store/boxes.ts";
import { boxItemKey, locationKey, nameOfKey, type TableKey } from "#lib/store/keys.ts";
import { lastSeenOf } from "#lib/store/locations.ts";
import { eventOf } from "#lib/store/operations.ts";
import type { AttributeDifference } from "./counter-faults.ts";
import { keyOfRow } from "./row-of-key.ts";
import type { GoodsSnapshot } from "./snapshot.ts";

const dayMs = 86_400_000;

/** The instant since which no line of the history has expired. Earlier lines may be missing. */
const completeSince = (
  rows: GoodsSnapshot["rows"],
  { history: { keepFor } }: Site,
  now: number,
) => {
  const expired = rows.flatMap(({ row: { at, expires_at } }) =>
    Number(expires_at) * 1_000 <= now ? [Number(at) + 1] : [],
  );
  const keptSince = keepFor === false ? 0 : now - keepFor * dayMs;
  return Math.max(keptSince, ...expired);
};

/**
 * Finds contradictions in the history, in the order of `recorded_at`: a line whose previous quantity differs from the line before, an item
 * that differs from its last line, or a place that differs from its newest line. Lines of an earlier version have no such order, so they
 * are not compared. Neither are lines after a gap of expired lines.
 */
export const orderFaults = (
  zongpai: string,
  { goods, rows }: GoodsSnapshot,
  site: Site,
  now: number,
): AttributeDifference[] => {
  const since = completeSince(rows, site, now);
  const orderedFrom = Math.max(since, Number(goods?.ordered_since ?? Number.POSITIVE_INFINITY));
  const lines = rows
    .filter(({ name }) => name.kind === "operation")
    .flatMap(({ row }) => {
      const event = eventOf(row);
      return event ? [{ at: Number(row.at), event }] : [];
    })
    .toSorted((one, other) => one.at - other.at);
  const rowAt = new Map(rows.map(({ row }) => [nameOfKey(keyOfRow(row)), row]));
  const faultIfDifferent = (
    key: TableKey,
    attribute: string,
    found: AttributeDifference["found"],
    expected: typeof found,
  ) =>
    found === expected
      ? []
      : [{ kind: "order" as const, key, attribute, zongpai, found, expected }];

  const lastLeft = new Map<string, { key: TableKey; quantity: number }>();
  const changes = lines
    .filter(({ at }) => at >= orderedFrom)
    .flatMap(({ event }) => itemChangesOf(event));
  const lineFaults = changes.flatMap(([{ box_no, category }, before, quantity]) => {
    const key = boxItemKey(box_no, zongpai, category);
    const expected = lastLeft.get(nameOfKey(key))?.quantity ?? before;
    lastLeft.set(nameOfKey(key), { key, quantity });
    return faultIfDifferent(key, "quantity", before, expected);
  });
  const itemFaults = [...lastLeft].flatMap(([name, { key, quantity }]) => {
    const row = rowAt.get(name);
    const found = row ? ItemRow.parse(row).quantity : 0;
    return faultIfDifferent(key, "quantity", found, quantity);
  });

  const placings = lines.flatMap(({ at, event }) => {
    const placing = eventPlaceOf(event);
    return placing && at >= since ? [{ ...placing, at }] : [];
  });
  const moves = placings.filter(({ stays }) => !stays);
  const newest = new Map(moves.map((placing) => [placing.category, placing]));
  const placeFaults = [...newest].flatMap(([category, { at, ...placing }]) => {
    const key = locationKey(zongpai, category);
    const row = rowAt.get(nameOfKey(key));
    if (row?.recorded_at === undefined) return [];
    const seen = lastSeenOf(row);
    const recorded_at = Number(row.recorded_at);
    // A late line changes `recorded_at` too. In earlier versions it did not.
    const byLateLine = placings.some(
      (late) => late.category === category && late.at > at && late.at === recorded_at,
    );
    const expectedAt = byLateLine ? recorded_at : at;
    const location = "cleared" in seen ? undefined : seen.location;
    return [
      ...faultIfDifferent(key, "recorded_at", recorded_at, expectedAt),
      ...faultIfDifferent(key, "location", location, placing.location),
    ];
  });
  return [...lineFaults, ...itemFaults, ...placeFaults];
};
