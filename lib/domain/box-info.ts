import * as z from "zod/mini";
import { Refusal } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import {
  type ErpBox,
  type ErpReader,
  type ErpState,
  ErpStateWord,
  isErpUnavailable,
} from "./erp.ts";
import { boxPlaceShape } from "./location.ts";
import type { Deadline, ReadContext } from "./operation.ts";
import { AnswerInstant, AnswerQuantity, BoxNo, PageCursor, type SchemaOutput } from "./value.ts";

export const BoxInfoRequest = (site: Site) =>
  z.strictObject({ box_no: BoxNo(site), cursor: z.optional(PageCursor(site)) });
export type BoxInfoRequest = SchemaOutput<typeof BoxInfoRequest>;

/** Specification §2: BoxInfoResponse. `quantity` and `columns` are the ERP's, the rest is recorded here. */
export const BoxInfoResponse = (site: Site) => {
  const item = {
    zongpai: z.string(),
    quantity: AnswerQuantity(site),
    recorded_at: AnswerInstant(),
  };
  return z.strictObject({
    box_no: z.string(),
    quantity: z.optional(AnswerQuantity(site)),
    columns: z.optional(
      z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    ),
    erp_state: ErpStateWord(site),
    erp_as_of: z.optional(AnswerInstant()),
    items_quantity: AnswerQuantity(site),
    items: z.array(z.strictObject({ ...item, product: z.optional(z.string()) })),
    entries: z.array(z.strictObject({ ...item, category: z.string() })),
    ...boxPlaceShape(),
    cursor: z.optional(z.string()),
  });
};
export type BoxInfoResponse = SchemaOutput<typeof BoxInfoResponse>;

/** The last good row of the ERP about a box; times are epoch milliseconds. */
export type ErpCopy = { readonly row: ErpBox; readonly fetched_at: number };

type BoxContents = Omit<BoxInfoResponse, "box_no" | "quantity" | "columns" | `erp_${string}`> & {
  readonly copy?: ErpCopy;
};

export type BoxContentsStore = {
  /** A page, strongly consistent; the first one with the copy, unless it is older than `copyFor`. @throws UnknownCursorError */
  readonly readContents: (
    request: BoxInfoRequest,
    now: number,
    deadline: Deadline,
  ) => Promise<BoxContents>;
};

export type ErpCopyStore = {
  readonly keepCopy: (row: ErpBox, now: number, deadline: Deadline) => Promise<void>;
  readonly forgetCopy: (boxNo: string, deadline: Deadline) => Promise<void>;
  readonly countServedCopy: () => void;
};

type BoxInfoContext = ReadContext & {
  readonly boxes: BoxContentsStore;
  readonly erp: ErpReader;
  readonly copies: ErpCopyStore;
};

type ErpPart = { readonly state: ErpState; readonly row?: ErpBox; readonly asOf?: number };

const isSameRow = (one: ErpBox, other: ErpBox) => {
  const names = Object.keys(one.columns);
  return (
    one.quantity === other.quantity &&
    names.length === Object.keys(other.columns).length &&
    names.every((name) => one.columns[name] === other.columns[name])
  );
};

/** Because a write for each read would cost too much, writes the copy only if the row changed or half of its life is over. */
const refreshCopy = async (
  live: ErpBox | undefined,
  copy: ErpCopy | undefined,
  boxNo: string,
  { site, at, deadline, copies }: BoxInfoContext,
) => {
  if (!live) return copy ? copies.forgetCopy(boxNo, deadline) : undefined;
  const halfLifeMs = (site.erp.copyFor * 1_000) / 2;
  const isAging = copy && at - copy.fetched_at > halfLifeMs;
  if (!copy || isAging || !isSameRow(copy.row, live)) await copies.keepCopy(live, at, deadline);
};

/** The ERP's part of the answer: its row or, if the ERP is unavailable, the copy of an earlier row. */
const erpPartOf = async (
  lookup: PromiseSettledResult<ErpBox | undefined>,
  copy: ErpCopy | undefined,
  { box_no, cursor }: BoxInfoRequest,
  context: BoxInfoContext,
): Promise<ErpPart> => {
  if (lookup.status === "fulfilled") {
    const { value: row } = lookup;
    if (cursor === undefined) await refreshCopy(row, copy, box_no, context);
    return row ? { state: "live", row } : { state: "absent" };
  }
  if (!isErpUnavailable(lookup.reason)) throw lookup.reason;
  if (!copy) return { state: "unavailable" };
  context.copies.countServedCopy();
  return { state: "copy", row: copy.row, asOf: copy.fetched_at };
};

/**
 * Specification §4, GET /box/info: the ERP's row of a box and, page by page, the items saved here.
 * @throws UnknownCursorError; if it has neither contents nor a place, Refusal `boxNotFound`, `erpUnavailable`, `erpRowInvalid`
 */
export const readBoxInfo = async (
  request: BoxInfoRequest,
  context: BoxInfoContext,
): Promise<BoxInfoResponse> => {
  const { box_no, cursor } = request;
  const { at, deadline, boxes, erp } = context;
  const [[lookup], contents] = await Promise.all([
    Promise.allSettled([erp.box(box_no, deadline)]),
    boxes.readContents(request, at, deadline),
  ]);
  const { copy, ...recorded } = contents;
  const { state, row, asOf } = await erpPartOf(lookup, copy, request, context);
  const { items, entries, registered_at } = recorded;
  const isEmpty = items.length + entries.length === 0 && registered_at === undefined;
  if (cursor === undefined && isEmpty && !row)
    throw lookup.status === "rejected" ? lookup.reason : new Refusal("boxNotFound", { box_no });
  const ofErp = { erp_state: state, erp_as_of: asOf };
  if (!row) return { box_no, ...ofErp, ...recorded };
  const { quantity, columns } = row;
  return { box_no, quantity, columns: { ...columns }, ...ofErp, ...recorded };
};
