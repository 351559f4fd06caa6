import type { HistoryEvent } from "#lib/domain/history.ts";
import type { RecordedOperation } from "#lib/store/history.ts";

/** Where something is, as it is told; `off_shelf` is left out of a shelf's; `cleared` is what left. */
export type Place = { readonly location?: string; readonly off_shelf?: true; readonly cleared?: true };

type Moved = Extract<HistoryEvent, { kind: "moved" | "cleared" }>;

export const placeOf = (event: Moved | NonNullable<Moved["stays"]>): Place => {
  if (!("off_shelf" in event)) return { cleared: true };
  const { off_shelf, location } = event;
  return { location, ...(off_shelf ? { off_shelf } : {}) };
};

type Move = Moved & { readonly arrived: number; readonly id: string };

/**
 * Where each move came from, by its operation's id. A row has the new place alone; where the goods came from is the place of the move
 * before it. Moves that counted follow each other by the instant of the scan, and at the same instant by arrival: a late one never
 * replaced another.
 */
export const originsOf = (operations: readonly RecordedOperation[]): ReadonlyMap<string, Place> => {
  const counted = operations.flatMap(({ id, at, event }): Move[] =>
    (event.kind === "moved" || event.kind === "cleared") && !event.stays ? [{ ...event, arrived: at, id }] : [],
  );
  const origins = new Map<string, Place>();
  const last = new Map<string | undefined, Place>();
  for (const move of counted.toSorted((one, other) => one.scanned_at - other.scanned_at || one.arrived - other.arrived)) {
    const before = last.get(move.category);
    if (before) origins.set(move.id, before);
    last.set(move.category, placeOf(move));
  }
  return origins;
};
