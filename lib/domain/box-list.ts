import * as z from "zod/mini";
import type { Site } from "../site/schema.ts";
import type { ErpCopy } from "./box-info.ts";
import { type ErpDayPage, type ErpReader, ErpStateWord, isErpUnavailable } from "./erp.ts";
import { boxPlaceShape } from "./location.ts";
import type { Deadline, ReadContext } from "./operation.ts";
import { AnswerInstant, AnswerQuantity, Day, PageCursor, type SchemaOutput } from "./value.ts";

/** The boxes of a day; without one, the boxes that have a place. */
export const BoxListRequest = (site: Site) =>
  z.strictObject({ day: z.optional(Day(site)), cursor: z.optional(PageCursor(site)) });
export type BoxListRequest = SchemaOutput<typeof BoxListRequest>;

/** `day`: only if the boxes are those of that day. `erp_state`: only where the ERP was asked for them. */
export const BoxListResponse = (site: Site) =>
  z.strictObject({
    day: z.optional(z.string()),
    erp_state: z.optional(ErpStateWord(site)),
    boxes: z.array(
      z.strictObject({
        box_no: z.string(),
        quantity: z.optional(AnswerQuantity(site)),
        erp_as_of: z.optional(AnswerInstant()),
        items_quantity: AnswerQuantity(site),
        goods_count: z.int(),
        recorded_at: z.optional(AnswerInstant()),
        more: z.boolean(),
        ...boxPlaceShape(),
      }),
    ),
    cursor: z.optional(z.string()),
  });
export type BoxListResponse = SchemaOutput<typeof BoxListResponse>;
type ListedBox = BoxListResponse["boxes"][number];

/** Where a list continues: after a position of the ERP's view, or of the index of places. */
export type ListPosition = { readonly source: "erp" | "places"; readonly after: string };

export type BoxListStore = {
  readonly cursorOf: (position: ListPosition, day: string | undefined) => string;
  /** @throws UnknownCursorError */
  readonly positionOf: (
    cursor: string | undefined,
    day: string | undefined,
  ) => ListPosition | undefined;
  /** The boxes that have a place, in the order of the index; they may lag by a moment. */
  readonly readPlaced: (
    after: string | undefined,
    size: number,
    deadline: Deadline,
  ) => Promise<{ readonly boxNos: readonly string[]; readonly next?: string | undefined }>;
};

/** What is recorded of a box: sums of its first page, with its last copy of the ERP's row. */
type BoxSum = Omit<ListedBox, "box_no" | "quantity" | "erp_as_of"> & {
  readonly copy?: ErpCopy | undefined;
};

export type BoxSumStore = {
  /** In the order of the numbers, one strongly consistent read for each. `now`: epoch ms. */
  readonly readSums: (
    boxNos: readonly string[],
    now: number,
    deadline: Deadline,
  ) => Promise<readonly BoxSum[]>;
};

type BoxListContext = ReadContext & {
  readonly lists: BoxListStore;
  readonly boxes: BoxSumStore;
  /** Where the site names a column for the day. */
  readonly erp?: ErpReader | undefined;
};

/**
 * A page of the ERP's list; `undefined` if the ERP cannot be asked, so that the boxes with a place are listed instead.
 * @throws Refusal `erpUnavailable` on a later page: the list would continue with other boxes
 */
const erpPageOf = async (
  day: string,
  after: string | undefined,
  erp: ErpReader,
  { site, deadline }: BoxListContext,
): Promise<ErpDayPage | undefined> => {
  try {
    return await erp.boxesOfDay({ day, after, size: site.overview.pageSize }, deadline);
  } catch (error) {
    if (after !== undefined || !isErpUnavailable(error)) throw error;
    return undefined;
  }
};

const listErpPage = async (
  { boxes: ofErp, next }: ErpDayPage,
  day: string,
  { at, deadline, boxes, lists }: BoxListContext,
): Promise<BoxListResponse> => {
  const numbers = ofErp.map(({ box_no }) => box_no);
  const sums = await boxes.readSums(numbers, at, deadline);
  const listed = sums.map(({ copy: _, ...sum }, index) => ({
    box_no: numbers[index] ?? "",
    quantity: ofErp[index]?.quantity,
    ...sum,
  }));
  const cursor =
    next === undefined ? undefined : lists.cursorOf({ source: "erp", after: next }, day);
  return { day, erp_state: "live", boxes: listed, cursor };
};

const listPlacedBoxes = async (
  after: string | undefined,
  day: string | undefined,
  { site, at, deadline, boxes, lists }: BoxListContext,
): Promise<Omit<BoxListResponse, "erp_state">> => {
  const { boxNos, next } = await lists.readPlaced(after, site.overview.pageSize, deadline);
  const sums = await boxes.readSums(boxNos, at, deadline);
  const listed = sums.map(({ copy, ...sum }, index) => ({
    box_no: boxNos[index] ?? "",
    quantity: copy?.row.quantity,
    erp_as_of: copy?.fetched_at,
    ...sum,
  }));
  const cursor =
    next === undefined ? undefined : lists.cursorOf({ source: "places", after: next }, day);
  return { boxes: listed, cursor };
};

/**
 * An extension: the boxes of a day, by the ERP's column that the site names, so that a box that no scan has seen is among them. Without such a
 * column, without a day, or while the ERP cannot be asked: the boxes with a place, with the quantity of the last copy of their row.
 * @throws UnknownCursorError; Refusal `erpUnavailable` on a later page
 */
export const listBoxes = async (
  { day, cursor }: BoxListRequest,
  context: BoxListContext,
): Promise<BoxListResponse> => {
  const { erp, lists } = context;
  const position = lists.positionOf(cursor, day);
  const asked = day !== undefined && erp ? { day, erp } : undefined;
  if (asked && position?.source !== "places") {
    const page = await erpPageOf(asked.day, position?.after, asked.erp, context);
    if (page) return listErpPage(page, asked.day, context);
  }
  const after = position?.source === "places" ? position.after : undefined;
  const placed = await listPlacedBoxes(after, day, context);
  return asked ? { erp_state: "unavailable", ...placed } : placed;
};
