import { uncapped } from "#lib/domain/attachment-cap.ts";
import type { HistoryEvent, RepairedAttribute } from "#lib/domain/history.ts";
import { type Before, type Seen, seenBy, told } from "#lib/domain/told.ts";
import { fromScaled } from "#lib/domain/value.ts";
import type { Site } from "#lib/site/schema.ts";
import type { RecordedOperation } from "#lib/store/history.ts";

/** Where something is, as it is told; `off_shelf` is left out of a shelf's. `cleared`: it left. */
export type Place = { readonly location?: string; readonly off_shelf?: true; readonly cleared?: true };

/** What an operation changed, of goods or of an attachment; quantities as on the wire, `null` where there was or is none. */
export type Change = { readonly category?: string } & (
  | { readonly what: "location"; readonly from: Place | null; readonly to: Place }
  /** A late scan: it changed nothing, for a newer one was known. */
  | { readonly what: "late location"; readonly to: Place; readonly stays: Place }
  | { readonly what: "box"; readonly box_no: string; readonly from: number; readonly to: number }
  | { readonly what: "configuration"; readonly from: Configured; readonly to: Configured }
  | { readonly what: "evidence"; readonly from: string; readonly to: string }
  | { readonly what: "repair"; readonly attribute: string; readonly sk: string; readonly from: Value; readonly to: Value }
);

type Kind<Name extends HistoryEvent["kind"]> = Extract<HistoryEvent, { kind: Name }>;
type Configured = number | "uncapped" | null;
type Value = string | number | boolean | null;

/** One operation of a history, as it is told. */
export type Line = {
  /** Arrival, and the scan where it was at another instant; ISO 8601. */
  readonly at: string;
  readonly scanned_at?: string;
  readonly who: string;
  readonly route: string;
  readonly id: string;
  /** The client's idempotency key, if it sent one. */
  readonly key?: string;
  readonly late: boolean;
  readonly changes: readonly Change[];
};

const quantities = new Set<RepairedAttribute["kind"]>(["productBoxed", "productHeadroom", "boxed", "headroom"]);

const placeOf = ({ off_shelf, location, cleared }: Seen): Place => ({ location, off_shelf: off_shelf || undefined, cleared });

const iso = (epochMs: number) => new Date(epochMs).toISOString();

/** Makes lines of a whole history. */
export const linesOf = (operations: readonly RecordedOperation[], { formats, attachment }: Site): Line[] => {
  const shown = (scaled: number) => fromScaled(scaled, formats.quantity.decimals);

  const quantitiesOf = (entries: Kind<"configured">["entries"]): ReadonlyMap<string, Configured> =>
    new Map(entries.map(({ category, quantity = uncapped }) => [category, quantity >= uncapped ? "uncapped" : shown(quantity)] as const));

  const configuration = (entries: Kind<"configured">["entries"], before: Before = {}): Change[] => {
    const [was, is] = [quantitiesOf(before.entries ?? []), quantitiesOf(entries)];
    const changes = [...new Set([...was.keys(), ...is.keys()])].map((category) => ({
      what: "configuration" as const,
      category,
      from: was.get(category) ?? null,
      to: is.get(category) ?? null,
    }));
    return changes.filter(({ from, to }) => from !== to);
  };

  const repair = ({ kind, attribute, key, found, expected }: RepairedAttribute): Change => {
    const value = (stored: RepairedAttribute["found"]) =>
      typeof stored === "number" && quantities.has(kind) ? shown(stored) : (stored ?? null);
    return { what: "repair", attribute, sk: key.sk, from: value(found), to: value(expected) };
  };

  const changesOf = ({ event, before }: RecordedOperation & { readonly before?: Before }): Change[] => {
    switch (event.kind) {
      case "saved":
        return [{ what: "box", box_no: event.box_no, category: event.category, from: 0, to: shown(event.quantity) }];
      case "corrected":
        return [{ what: "box", box_no: event.box_no, category: event.category, from: shown(event.from), to: shown(event.to) }];
      case "transferred": {
        const { box_no, to_box_no, category, quantity, left } = event;
        const item = { what: "box" as const, category };
        return [
          { ...item, box_no, from: shown(left + quantity), to: shown(left) },
          { ...item, box_no: to_box_no, from: 0, to: shown(quantity) },
        ];
      }
      case "moved":
      case "cleared": {
        const moved = { category: event.category, to: placeOf(seenBy(event)) };
        return event.stays
          ? [{ what: "late location", ...moved, stays: placeOf(event.stays) }]
          : [{ what: "location", ...moved, from: before ? placeOf(before) : null }];
      }
      case "configured":
        return configuration(event.entries, before);
      case "repaired":
        return event.corrections.map(repair);
    }
  };

  return told(operations).map((operation) => {
    const { at, who, route, id, event, evidence } = operation;
    const move = event.kind === "moved" || event.kind === "cleared" ? event : undefined;
    const flip: Change[] =
      evidence === undefined
        ? []
        : [{ what: "evidence", category: evidence, from: attachment.evidence.absent, to: attachment.evidence.present }];
    return {
      at: iso(at),
      scanned_at: move && move.scanned_at !== at ? iso(move.scanned_at) : undefined,
      who,
      route,
      id,
      key: id.startsWith("k#") ? id.slice(2) : undefined,
      late: move?.stays !== undefined,
      changes: [...changesOf(operation), ...flip],
    };
  });
};
