import * as z from "zod";
import { addPreviousStates, historyLineOf, type RepairedAttribute } from "#lib/domain/events.ts";
import { HistoryResponse } from "#lib/domain/goods-history.ts";
import type { Site } from "#lib/site/schema.ts";
import type { RecordedOperation } from "#lib/store/history.ts";
import { wireValueOf } from "../audit/report.ts";

type WireValue = string | number | boolean | null;

/** An operation as `GET` history returns it, with more fields for an administrator. `evidence`: the category whose evidence it changed. */
export type TraceLine = z.input<ReturnType<typeof HistoryResponse>>["events"][number] & {
  readonly route: string;
  /** The client's idempotency key, if it sent one. */
  readonly key?: string;
  readonly evidence?: string;
  /** For a repair: each attribute with its old and new value. Quantities are in API form; `null` means none. */
  readonly corrections?: readonly {
    readonly sk: string;
    readonly attribute: string;
    readonly from: WireValue;
    readonly to: WireValue;
  }[];
};

/** The lines of a whole history. */
export const linesOf = (operations: readonly RecordedOperation[], site: Site): TraceLine[] => {
  const { events } = z.encode(HistoryResponse(site), {
    zongpai: "",
    events: addPreviousStates(operations).map(historyLineOf),
  });
  const correctionOnWire = ({ attribute, key, found, expected }: RepairedAttribute) => ({
    sk: key.sk,
    attribute,
    from: wireValueOf(found, site) ?? null,
    to: wireValueOf(expected, site) ?? null,
  });
  return operations.map(({ route, id, evidence, event }, index) => ({
    ...(events[index] as (typeof events)[number]),
    route,
    key: id.startsWith("k#") ? id.slice(2) : undefined,
    evidence,
    corrections: "corrections" in event ? event.corrections.map(correctionOnWire) : undefined,
  }));
};
