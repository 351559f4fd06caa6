import { type HistoryEvent, type Placed, placedBy } from "./history.ts";

/** One operation as its row remembers it; `at` is its arrival, epoch ms. */
export type Recorded = { readonly at: number; readonly who: string; readonly event: HistoryEvent };

export type Configuration = Extract<HistoryEvent, { kind: "configured" }>["entries"];

/** Where something was seen; `cleared` if it left. */
export type Seen = {
  readonly off_shelf?: boolean;
  readonly location?: string;
  readonly cleared?: true;
};

/** What there was before an event: the quantity of an item, a place, or a configuration. */
export type Before = Seen & { readonly quantity?: number; readonly entries?: Configuration };

/** What a registration or a clearing says of the place. */
export const seenBy = (event: Placed): Seen =>
  event.kind === "cleared"
    ? { cleared: true }
    : { off_shelf: event.off_shelf, location: event.location };

/**
 * The place before each registration that counted. These follow each other by the instant of the scan, and at the same instant by arrival; a
 * late one replaced nothing. Goods and each of their attachments have places of their own.
 */
const originsOf = (operations: readonly Recorded[]): ReadonlyMap<Recorded, Before> => {
  const counted = operations.flatMap((operation) => {
    const event = placedBy(operation.event);
    return event && !event.stays ? [{ operation, event }] : [];
  });
  const origins = new Map<Recorded, Before>();
  const last = new Map<string | undefined, Before>();
  for (const { operation, event } of counted.toSorted(
    (one, other) => one.event.scanned_at - other.event.scanned_at,
  )) {
    const before = last.get(event.category);
    if (before) origins.set(operation, before);
    last.set(event.category, seenBy(event));
  }
  return origins;
};

/**
 * Adds to each operation what there was before it, as far as these operations know: a row has only what is new. They are in the order of
 * their arrival. `undefined` if nothing was there, or nothing is known of it.
 */
export const told = <Operation extends Recorded>(
  operations: readonly Operation[],
): (Operation & { readonly before?: Before })[] => {
  const origins = originsOf(operations);
  let configured: Before | undefined;
  const beforeOf = (operation: Operation): Before | undefined => {
    const { event } = operation;
    switch (event.kind) {
      case "corrected":
        return { quantity: event.from };
      case "transferred":
        return { quantity: event.left + event.quantity };
      case "moved":
      case "cleared":
        return origins.get(operation);
      case "configured": {
        const before = configured;
        configured = { entries: event.entries };
        return before;
      }
      case "saved":
      case "repaired":
        return undefined;
      default:
        return event satisfies never;
    }
  };
  return operations.map((operation) => ({ ...operation, before: beforeOf(operation) }));
};
