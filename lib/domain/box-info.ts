import * as z from "zod/mini";
import { Refusal } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { type Erp, type ErpBox, type ErpState, ErpStateWord, isUnavailable } from "./erp.ts";
import { lastPlace } from "./location.ts";
import type { Deadline, Reading } from "./operation.ts";
import { Amount, BoxNo, Cursor, Instant, type Output } from "./value.ts";

export const BoxInfoRequest = (site: Site) =>
  z.strictObject({ box_no: BoxNo(site), cursor: z.optional(Cursor(site)) });
export type BoxInfoRequest = Output<typeof BoxInfoRequest>;

/** Specification §2: BoxInfoResponse. `quantity` and `columns` are the ERP's, the rest is recorded here. */
export const BoxInfoResponse = (site: Site) => {
  const item = { zongpai: z.string(), quantity: Amount(site), recorded_at: Instant() };
  return z.strictObject({
    box_no: z.string(),
    quantity: z.optional(Amount(site)),
    columns: z.optional(
      z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    ),
    erp_state: ErpStateWord(site),
    erp_as_of: z.optional(Instant()),
    items_quantity: Amount(site),
    items: z.array(z.strictObject(item)),
    entries: z.array(z.strictObject({ ...item, category: z.string() })),
    ...lastPlace(),
    cursor: z.optional(z.string()),
  });
};
export type BoxInfoResponse = Output<typeof BoxInfoResponse>;

/** The last good row of the ERP about a box; times are epoch milliseconds. */
export type ErpCopy = { readonly row: ErpBox; readonly fetched_at: number };

type BoxContents = Omit<BoxInfoResponse, "box_no" | "quantity" | "columns" | `erp_${string}`> & {
  readonly copy?: ErpCopy;
};

export type ContentsStore = {
  /** A page, strongly consistent; the first one with the copy, unless it is older than `copyFor`. @throws UnknownCursorError */
  readonly contents: (
    request: BoxInfoRequest,
    now: number,
    deadline: Deadline,
  ) => Promise<BoxContents>;
};

export type ErpCopyStore = {
  readonly keep: (row: ErpBox, now: number, deadline: Deadline) => Promise<void>;
  readonly forget: (boxNo: string, deadline: Deadline) => Promise<void>;
  readonly served: () => void;
};

type Context = Reading & {
  readonly boxes: ContentsStore;
  readonly erp: Erp;
  readonly copies: ErpCopyStore;
};

type ErpPart = { readonly state: ErpState; readonly row?: ErpBox; readonly asOf?: number };

const sameRow = (one: ErpBox, other: ErpBox) => {
  const names = Object.keys(one.columns);
  return (
    one.quantity === other.quantity &&
    names.length === Object.keys(other.columns).length &&
    names.every((name) => one.columns[name] === other.columns[name])
  );
};

/** Writes the copy if the row changed or half of its life is over: not for each read. */
const refreshCopy = async (
  live: ErpBox | undefined,
  copy: ErpCopy | undefined,
  boxNo: string,
  { site, at, deadline, copies }: Context,
) => {
  if (!live) return copy ? copies.forget(boxNo, deadline) : undefined;
  const aging = copy && at - copy.fetched_at > (site.erp.copyFor * 1_000) / 2;
  if (!copy || aging || !sameRow(copy.row, live)) await copies.keep(live, at, deadline);
};

const erpPart = async (
  asked: PromiseSettledResult<ErpBox | undefined>,
  copy: ErpCopy | undefined,
  { box_no, cursor }: BoxInfoRequest,
  context: Context,
): Promise<ErpPart> => {
  if (asked.status === "fulfilled") {
    if (cursor === undefined) await refreshCopy(asked.value, copy, box_no, context);
    return asked.value ? { state: "live", row: asked.value } : { state: "absent" };
  }
  if (!isUnavailable(asked.reason)) throw asked.reason;
  if (!copy) return { state: "unavailable" };
  context.copies.served();
  return { state: "copy", row: copy.row, asOf: copy.fetched_at };
};

/**
 * Specification §4, GET /box/info: the ERP's row of a box and, page by page, the items saved here.
 * @throws UnknownCursorError; if it has neither contents nor a place, Refusal `boxNotFound`, `erpUnavailable`, `erpRowInvalid`
 */
export const boxInfo = async (
  request: BoxInfoRequest,
  context: Context,
): Promise<BoxInfoResponse> => {
  const { box_no, cursor } = request;
  const [asked, { copy, ...recorded }] = await Promise.all([
    Promise.allSettled([context.erp.box(box_no, context.deadline)]).then(([result]) => result),
    context.boxes.contents(request, context.at, context.deadline),
  ]);
  const { state, row, asOf } = await erpPart(asked, copy, request, context);
  const { items, entries, registered_at } = recorded;
  const isEmpty = items.length + entries.length === 0 && registered_at === undefined;
  if (cursor === undefined && isEmpty && !row)
    throw asked.status === "rejected" ? asked.reason : new Refusal("boxNotFound", { box_no });
  return {
    box_no,
    ...(row ? { quantity: row.quantity, columns: { ...row.columns } } : {}),
    erp_state: state,
    erp_as_of: asOf,
    ...recorded,
  };
};
