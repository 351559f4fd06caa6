import { uncapped } from "#lib/domain/attachment.ts";
import type { HistoryEvent, RepairedAttribute } from "#lib/domain/history.ts";
import { fromScaled } from "#lib/domain/value.ts";
import type { Site } from "#lib/site/schema.ts";
import type { RecordedOperation } from "#lib/store/history.ts";
import { originsOf, type Place, placeOf } from "./places.ts";

/** What an operation changed; quantities as on the wire, `null` where there was or is none. */
export type Change =
  | { readonly what: "location"; readonly category?: string; readonly from: Place | null; readonly to: Place }
  /** A late scan: it changed nothing, for a newer one was known. */
  | { readonly what: "late location"; readonly category?: string; readonly to: Place; readonly stays: Place }
  | { readonly what: "box"; readonly box_no: string; readonly category?: string; readonly from: number; readonly to: number }
  | { readonly what: "configuration"; readonly category: string; readonly from: Configured; readonly to: Configured }
  | { readonly what: "evidence"; readonly category: string; readonly from: string; readonly to: string }
  | { readonly what: "repair"; readonly attribute: string; readonly sk: string; readonly from: Value; readonly to: Value };

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

const ofCategory = (category: string | undefined) => (category === undefined ? {} : { category });

const iso = (epochMs: number) => new Date(epochMs).toISOString();

/** Makes lines of a history; one operation after the other, for what a change started from is told by those before it. */
export const linesOf = (operations: readonly RecordedOperation[], { formats, attachment }: Site): Line[] => {
  const shown = (scaled: number) => fromScaled(scaled, formats.quantity.decimals);
  const origins = originsOf(operations);
  let configured = new Map<string, Configured>();

  const configuration = (entries: Kind<"configured">["entries"]): Change[] => {
    const next = new Map(
      entries.map(({ category, quantity = uncapped }) => [category, quantity >= uncapped ? "uncapped" : shown(quantity)] as const),
    );
    const changes = [...new Set([...configured.keys(), ...next.keys()])].map((category) => ({
      what: "configuration" as const,
      category,
      from: configured.get(category) ?? null,
      to: next.get(category) ?? null,
    }));
    configured = next;
    return changes.filter(({ from, to }) => from !== to);
  };

  const repair = ({ kind, attribute, key, found, expected }: RepairedAttribute): Change => {
    const value = (stored: RepairedAttribute["found"]) =>
      typeof stored === "number" && quantities.has(kind) ? shown(stored) : (stored ?? null);
    return { what: "repair", attribute, sk: key.sk, from: value(found), to: value(expected) };
  };

  const changesOf = ({ id, event }: RecordedOperation): Change[] => {
    switch (event.kind) {
      case "saved":
        return [{ what: "box", box_no: event.box_no, ...ofCategory(event.category), from: 0, to: shown(event.quantity) }];
      case "corrected":
        return [{ what: "box", box_no: event.box_no, ...ofCategory(event.category), from: shown(event.from), to: shown(event.to) }];
      case "transferred": {
        const { box_no, to_box_no, quantity, left } = event;
        const item = { what: "box" as const, ...ofCategory(event.category) };
        return [
          { ...item, box_no, from: shown(left + quantity), to: shown(left) },
          { ...item, box_no: to_box_no, from: 0, to: shown(quantity) },
        ];
      }
      case "moved":
      case "cleared": {
        const moved = { ...ofCategory(event.category), to: placeOf(event) };
        return event.stays
          ? [{ what: "late location", ...moved, stays: placeOf(event.stays) }]
          : [{ what: "location", ...moved, from: origins.get(id) ?? null }];
      }
      case "configured":
        return configuration(event.entries);
      case "repaired":
        return event.corrections.map(repair);
    }
  };

  return operations.map((operation) => {
    const { at, who, route, id, event, evidence } = operation;
    const move = event.kind === "moved" || event.kind === "cleared" ? event : undefined;
    const flip: Change[] =
      evidence === undefined
        ? []
        : [{ what: "evidence", category: evidence, from: attachment.evidence.absent, to: attachment.evidence.present }];
    return {
      at: iso(at),
      ...(move && move.scanned_at !== at ? { scanned_at: iso(move.scanned_at) } : {}),
      who,
      route,
      id,
      ...(id.startsWith("k#") ? { key: id.slice(2) } : {}),
      late: move?.stays !== undefined,
      changes: [...changesOf(operation), ...flip],
    };
  });
};
