import * as z from "zod";
import { Refusal } from "../errors.ts";
import type { Erp, ErpBox } from "./erp.ts";
import type { Deadline } from "./operation.ts";
import { Amount, BoxNo, Instant, type ValueSettings } from "./value.ts";

const erpStates = ["live", "copy", "absent", "unavailable"] as const;
type ErpState = (typeof erpStates)[number];

export type BoxInfoSettings = ValueSettings & {
  readonly erp: { readonly states: Readonly<Record<ErpState, string>>; readonly copyFor: number };
};

export const BoxInfoRequest = (site: ValueSettings) => z.strictObject({ box_no: BoxNo(site) });
export type BoxInfoRequest = z.output<ReturnType<typeof BoxInfoRequest>>;

/** The site's word for where the ERP's part comes from. */
const ErpStateWord = ({ erp: { states } }: BoxInfoSettings) =>
  z.codec(z.enum(erpStates.map((state) => states[state])), z.enum(erpStates), {
    decode: (word) => erpStates.find((state) => states[state] === word) ?? z.NEVER,
    encode: (state) => states[state],
  });

/** Specification §2: BoxInfoResponse. `quantity` and `columns` are the ERP's, the rest is recorded here. */
export const BoxInfoResponse = (site: BoxInfoSettings) => {
  const item = { zongpai: z.string(), quantity: Amount(site), recorded_at: Instant() };
  return z.strictObject({
    box_no: z.string(),
    quantity: Amount(site).optional(),
    columns: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
    erp_state: ErpStateWord(site),
    erp_as_of: Instant().optional(),
    items_quantity: Amount(site),
    items: z.array(z.strictObject(item)),
    entries: z.array(z.strictObject({ ...item, category: z.string() })),
  });
};
export type BoxInfoResponse = z.output<ReturnType<typeof BoxInfoResponse>>;

/** The last good row of the ERP about a box; times are epoch milliseconds. */
export type ErpCopy = { readonly row: ErpBox; readonly fetchedAt: number };

type BoxContents = Pick<BoxInfoResponse, "items" | "entries"> & { readonly copy?: ErpCopy };

export type ContentsStore = {
  /** Everything recorded for the box, strongly consistent; without the copy if it is older than `copyFor`. */
  readonly contents: (boxNo: string, now: number, deadline: Deadline) => Promise<BoxContents>;
};

export type ErpCopyStore = {
  readonly keep: (row: ErpBox, now: number, deadline: Deadline) => Promise<void>;
  readonly forget: (boxNo: string, deadline: Deadline) => Promise<void>;
  /** Counts that an answer shows the copy, because the ERP could not be asked. */
  readonly served: () => void;
};

type Context = {
  readonly site: BoxInfoSettings;
  readonly at: number;
  readonly deadline: Deadline;
  readonly boxes: ContentsStore;
  readonly erp: Erp;
  readonly copies: ErpCopyStore;
};

type ErpPart = { readonly state: ErpState; readonly row?: ErpBox; readonly asOf?: number };

const sameRow = (one: ErpBox, other: ErpBox) => {
  const names = Object.keys(one.columns);
  // The store may return the columns in another order, so compare them by name.
  return (
    one.quantity === other.quantity &&
    names.length === Object.keys(other.columns).length &&
    names.every((name) => one.columns[name] === other.columns[name])
  );
};

/** Keeps the copy up to date without a write for each read: only if the row changed, or the copy is past half its life. */
const refreshCopy = async (live: ErpBox | undefined, copy: ErpCopy | undefined, boxNo: string, { site, at, deadline, copies }: Context) => {
  if (!live) return copy ? copies.forget(boxNo, deadline) : undefined;
  const aging = copy && at - copy.fetchedAt > (site.erp.copyFor * 1_000) / 2;
  if (!copy || aging || !sameRow(copy.row, live)) await copies.keep(live, at, deadline);
};

const erpPart = async (
  asked: PromiseSettledResult<ErpBox | undefined>,
  copy: ErpCopy | undefined,
  boxNo: string,
  context: Context,
): Promise<ErpPart> => {
  if (asked.status === "fulfilled") {
    await refreshCopy(asked.value, copy, boxNo, context);
    return asked.value ? { state: "live", row: asked.value } : { state: "absent" };
  }
  if (!(asked.reason instanceof Refusal && asked.reason.condition === "erpUnavailable")) throw asked.reason;
  if (!copy) return { state: "unavailable" };
  context.copies.served();
  return { state: "copy", row: copy.row, asOf: copy.fetchedAt };
};

/**
 * Specification §4, GET /box/info: the ERP's row of a box and the items saved here, with their total.
 * @throws Refusal `boxNotFound` if the ERP does not know it and nothing is saved in it; `erpUnavailable` if nothing is saved in it and
 * the ERP cannot be asked
 */
export const boxInfo = async ({ box_no }: BoxInfoRequest, context: Context): Promise<BoxInfoResponse> => {
  const [asked, { items, entries, copy }] = await Promise.all([
    Promise.allSettled([context.erp.box(box_no, context.deadline)]).then(([settled]) => settled),
    context.boxes.contents(box_no, context.at, context.deadline),
  ]);
  const { state, row, asOf } = await erpPart(asked, copy, box_no, context);
  if (items.length === 0 && entries.length === 0 && !row)
    throw state === "absent" ? new Refusal("boxNotFound", { box_no }) : new Refusal("erpUnavailable", {});
  return {
    box_no,
    ...(row ? { quantity: row.quantity, columns: { ...row.columns } } : {}),
    erp_state: state,
    erp_as_of: asOf,
    items_quantity: items.reduce((sum, item) => sum + item.quantity, 0),
    items,
    entries,
  };
};
