import * as z from "zod";
import type { RecordedOperation } from "#lib/store/history.ts";

/** Where something is, as it is told; `off_shelf` is left out of a shelf's. */
export type Place = { readonly location?: string; readonly off_shelf?: true };

const PlaceRow = z.object({ off_shelf: z.boolean(), location: z.string().optional() });
const MoveRow = PlaceRow.extend({ at: z.int(), category: z.string().optional(), late: z.boolean().optional() });

const placeOf = ({ off_shelf, location }: z.infer<typeof PlaceRow>): Place => ({
  location,
  ...(off_shelf ? { off_shelf } : {}),
});

type Move = z.infer<typeof MoveRow> & { readonly arrived: number; readonly id: string };

/**
 * The moves of a history. A row has the new place alone; where the goods came from is the place of the move before it. Moves that
 * counted follow each other by the instant of the scan, and at the same instant by arrival: a late one never replaced another.
 */
export const movesOf = (operations: readonly RecordedOperation[]) => {
  const moves = new Map<string, Move>();
  for (const { id, at, change } of operations) {
    const move = MoveRow.safeParse(change).data;
    if (move) moves.set(id, { ...move, arrived: at, id });
  }
  const from = new Map<string, Place>();
  const last = new Map<string | undefined, Place>();
  const counted = [...moves.values()].filter(({ late }) => !late);
  for (const move of counted.toSorted((one, other) => one.at - other.at || one.arrived - other.arrived)) {
    const before = last.get(move.category);
    if (before) from.set(move.id, before);
    last.set(move.category, placeOf(move));
  }
  return {
    /** The instant of the scan, epoch milliseconds. */
    scanOf: ({ id }: RecordedOperation): number | undefined => moves.get(id)?.at,
    isLate: ({ id }: RecordedOperation): boolean => moves.get(id)?.late === true,
    changeOf: ({ id, result }: RecordedOperation) => {
      const move = moves.get(id);
      if (!move) return undefined;
      const ofCategory = move.category === undefined ? {} : { category: move.category };
      const to = placeOf(move);
      if (!move.late) return { what: "location" as const, ...ofCategory, from: from.get(id) ?? null, to };
      // A late scan is answered with the newer place.
      return { what: "late location" as const, ...ofCategory, to, stays: placeOf(PlaceRow.parse(result)) };
    },
  };
};
