import * as z from "zod";
import { addPreviousStates, historyLineOf, type RepairedAttribute } from "#lib/domain/events.ts";
import { HistoryResponse } from "#lib/domain/goods-history.ts";
import type { Site } from "#lib/site/schema.ts";
import type { RecordedOperation } from "#lib/store/history.ts";
import { wireValueOf } from "../audit/report.ts";

type WireValue = string | number | boolean | null;

/** One operation as `GET` history answers it, and what an administrator wants beside; `evidence` is the category whose evidence it flipped. */
export type TraceLine = z.input<ReturnType<typeof HistoryResponse>>["events"][number] & {
  readonly route: string;
  /** The client's idempotency key, if it sent one. */
  readonly key?: string;
  readonly evidence?: string;
  /** Of a repair: each attribute with what was found and what it became; quantities as on the wire, `null` for none. */
  readonly corrections?: readonly {
    readonly sk: string;
    readonly attribute: string;
    readonly from: WireValue;
    readonly to: WireValue;
  }[];
};

/** Makes lines of a whole history. */
export const linesOf = (operations: readonly RecordedOperation[], site: Site): TraceLine[] => {
  const { events } = z.encode(HistoryResponse(site), {
    zongpai: "",
    events: addPreviousStates(operations).map(historyLineOf),
  });
  const corrected = ({ attribute, key, found, expected }: RepairedAttribute) => ({
    sk: key.sk,
    attribute,
    from: wireValueOf(found, site) ?? null,
    to: wireValueOf(expected, site) ?? null,
  });
  return operations.map(({ route, id, evidence, event }, at) => ({
    ...(events[at] as (typeof events)[number]),
    route,
    key: id.startsWith("k#") ? id.slice(2) : undefined,
    evidence,
    corrections: "corrections" in event ? event.corrections.map(corrected) : undefined,
  }));
};
