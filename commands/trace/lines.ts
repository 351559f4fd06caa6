import * as z from "zod";
import { uncapped } from "#lib/domain/attachment.ts";
import { fromScaled } from "#lib/domain/value.ts";
import type { Site } from "#lib/site/schema.ts";
import type { RecordedOperation } from "#lib/store/history.ts";
import { movesOf, type Place } from "./places.ts";

/** What an operation changed; quantities as on the wire, `null` where there was or is none. */
export type Change =
  | { readonly what: "location"; readonly category?: string; readonly from: Place | null; readonly to: Place }
  /** A late scan: it changed nothing, for a newer one was known. */
  | { readonly what: "late location"; readonly category?: string; readonly to: Place; readonly stays: Place }
  | { readonly what: "box"; readonly box_no: string; readonly category?: string; readonly from: number; readonly to: number }
  | { readonly what: "configuration"; readonly category: string; readonly from: Configured; readonly to: Configured }
  | { readonly what: "evidence"; readonly category: string; readonly from: string; readonly to: string }
  | { readonly what: "repair"; readonly attribute: string; readonly sk: string; readonly from: Value; readonly to: Value }
  | { readonly what: "other"; readonly change: unknown };

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

const Boxed = z.object({ box_no: z.string(), category: z.string().optional(), quantity: z.int() });
const Corrected = z.object({ box_no: z.string(), category: z.string().optional(), from: z.int(), to: z.int() });
const Configuration = z.object({ entries: z.array(z.object({ category: z.string(), quantity: z.int().optional() })) });
const Scalar = z.union([z.string(), z.number(), z.boolean()]).optional();
const Repair = z.object({
  corrections: z.array(
    z.object({ kind: z.string(), attribute: z.string(), key: z.object({ sk: z.string() }), found: Scalar, expected: Scalar }),
  ),
});

const quantities = new Set(["productBoxed", "productHeadroom", "boxed", "headroom"]);

const ofCategory = (category: string | undefined) => (category === undefined ? {} : { category });

const iso = (epochMs: number) => new Date(epochMs).toISOString();

/** Makes lines of a history; one operation after the other, for what a change started from is told by those before it. */
export const linesOf = (operations: readonly RecordedOperation[], { formats, attachment }: Site): Line[] => {
  const shown = (scaled: number) => fromScaled(scaled, formats.quantity.decimals);
  const places = movesOf(operations);
  let configured = new Map<string, Configured>();

  const configuration = ({ entries }: z.infer<typeof Configuration>): Change[] => {
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

  const repair = ({ corrections }: z.infer<typeof Repair>): Change[] =>
    corrections.map(({ kind, attribute, key, found, expected }) => {
      const value = (stored: Value | undefined) => (typeof stored === "number" && quantities.has(kind) ? shown(stored) : (stored ?? null));
      return { what: "repair", attribute, sk: key.sk, from: value(found), to: value(expected) };
    });

  const changesOf = (operation: RecordedOperation): Change[] => {
    const { change } = operation;
    const place = places.changeOf(operation);
    if (place) return [place];
    const corrected = Corrected.safeParse(change).data;
    if (corrected)
      return [
        { what: "box", box_no: corrected.box_no, ...ofCategory(corrected.category), from: shown(corrected.from), to: shown(corrected.to) },
      ];
    const boxed = Boxed.safeParse(change).data;
    if (boxed) return [{ what: "box", box_no: boxed.box_no, ...ofCategory(boxed.category), from: 0, to: shown(boxed.quantity) }];
    const entries = Configuration.safeParse(change).data;
    if (entries) return configuration(entries);
    const repaired = Repair.safeParse(change).data;
    return repaired ? repair(repaired) : [{ what: "other", change }];
  };

  return operations.map((operation) => {
    const { at, who, route, id, evidence } = operation;
    const scanned = places.scanOf(operation);
    const flip: Change[] =
      evidence === undefined
        ? []
        : [{ what: "evidence", category: evidence, from: attachment.evidence.absent, to: attachment.evidence.present }];
    return {
      at: iso(at),
      ...(scanned === undefined || scanned === at ? {} : { scanned_at: iso(scanned) }),
      who,
      route,
      id,
      ...(id.startsWith("k#") ? { key: id.slice(2) } : {}),
      late: places.isLate(operation),
      changes: [...changesOf(operation), ...flip],
    };
  });
};
