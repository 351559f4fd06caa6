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

/** The instant from which no line has expired; of those before some may be gone. */
const completeSince = (
  rows: GoodsSnapshot["rows"],
  { history: { keepFor } }: Site,
  now: number,
) => {
  const expired = rows.flatMap(({ row: { at, expires_at } }) =>
    Number(expires_at) * 1_000 <= now ? [Number(at) + 1] : [],
  );
  return Math.max(keepFor === false ? 0 : now - keepFor * dayMs, ...expired);
};

/**
 * What history and the rows do not agree on, in the order of `recorded_at`: a line that met something else than the ones before it left, an
 * item that is not what its last line left, and a place that is not that of its newest line. Lines that an earlier version recorded without
 * this order, and those that may miss others which have expired, are not looked at.
 */
export const orderFaults = (
  zongpai: string,
  { goods, rows }: GoodsSnapshot,
  site: Site,
  now: number,
): AttributeDifference[] => {
  const since = completeSince(rows, site, now);
  const from = Math.max(since, Number(goods?.ordered_since ?? Number.POSITIVE_INFINITY));
  const lines = rows
    .filter(({ name }) => name.kind === "operation")
    .flatMap(({ row }) => {
      const event = eventOf(row);
      return event ? [{ at: Number(row.at), event }] : [];
    })
    .toSorted((one, other) => one.at - other.at);
  const rowAt = new Map(rows.map(({ row }) => [nameOfKey(keyOfRow(row)), row]));
  const fault = (
    key: TableKey,
    attribute: string,
    found: AttributeDifference["found"],
    expected: typeof found,
  ) =>
    found === expected
      ? []
      : [{ kind: "order" as const, key, attribute, zongpai, found, expected }];

  const left = new Map<string, { key: TableKey; quantity: number }>();
  const changes = lines.filter(({ at }) => at >= from).flatMap(({ event }) => itemChangesOf(event));
  const met = changes.flatMap(([{ box_no, category }, before, quantity]) => {
    const key = boxItemKey(box_no, zongpai, category);
    const known = left.get(nameOfKey(key))?.quantity ?? before;
    left.set(nameOfKey(key), { key, quantity });
    return fault(key, "quantity", before, known);
  });
  const items = [...left].flatMap(([name, { key, quantity }]) => {
    const row = rowAt.get(name);
    return fault(key, "quantity", row ? ItemRow.parse(row).quantity : 0, quantity);
  });

  const placings = lines.flatMap(({ at, event }) => {
    const placing = eventPlaceOf(event);
    return placing && at >= since ? [{ ...placing, at }] : [];
  });
  const moves = placings.filter(({ stays }) => !stays);
  const newest = new Map(moves.map((placing) => [placing.category, placing]));
  const places = [...newest].flatMap(([category, { at, ...placing }]) => {
    const key = locationKey(zongpai, category);
    const row = rowAt.get(nameOfKey(key));
    if (row?.recorded_at === undefined) return [];
    const seen = lastSeenOf(row);
    const recorded_at = Number(row.recorded_at);
    // A late line sets the instant, too; one of the version before did not.
    const byLateLine = placings.some(
      (late) => late.category === category && late.at > at && late.at === recorded_at,
    );
    return [
      ...fault(key, "recorded_at", recorded_at, byLateLine ? recorded_at : at),
      ...fault(key, "location", "cleared" in seen ? undefined : seen.location, placing.location),
    ];
  });
  return [...met, ...items, ...places];
};
