import * as z from "zod";
import { Refusal } from "../errors.ts";
import { BoxSaveRequest, type BoxSaveResponse } from "./box.ts";
import { type Operation, type Receipt, replay, type Written } from "./operation.ts";
import { BoxNo, Quantity, type ValueSettings, Zongpai } from "./value.ts";

/** A change of a saved assignment ("assignments are editable", specification §4), on the path that the site names. */
export const BoxEditRequest = (site: ValueSettings) => BoxSaveRequest(site).extend({ expected_quantity: Quantity(site).optional() });
export type BoxEditRequest = z.output<ReturnType<typeof BoxEditRequest>>;

export const BoxDeleteRequest = (site: ValueSettings) =>
  z.strictObject({ box_no: BoxNo(site), zongpai: Zongpai(site), expected_quantity: Quantity(site).optional() });
export type BoxDeleteRequest = z.output<ReturnType<typeof BoxDeleteRequest>>;

/** A change of one item, conditional on the quantity that was read; quantities are scaled integers. */
export type Correction = { readonly box_no: string; readonly zongpai: string; readonly from: number; readonly to: number };

/** What a correction met; `moved` when the item changed between the read and the write. */
export type Corrected =
  | Written<BoxSaveResponse>
  | { readonly kind: "moved" }
  | { readonly kind: "beyondOrdered"; readonly ordered: number; readonly headroom: number };

export type CorrectionStore = {
  /** The item and, in the same read, the operation row: a repeated deletion finds its receipt, not "absent". */
  readonly find: (item: { box_no: string; zongpai: string }, operation: Operation) => Promise<{ receipt?: Receipt; quantity?: number }>;
  /** Sets the quantity; 0 takes the item out of the box. */
  readonly correct: (correction: Correction, operation: Operation) => Promise<Corrected>;
};

type Context = { readonly operation: Operation; readonly boxes: CorrectionStore };

const correctTo = async (request: BoxDeleteRequest, to: number, { operation, boxes }: Context): Promise<Written<BoxSaveResponse>> => {
  const { box_no, zongpai, expected_quantity } = request;
  while (operation.deadline.left() > 0) {
    const { receipt, quantity } = await boxes.find(request, operation);
    if (receipt) return replay(receipt, operation);
    if (quantity === undefined) throw new Refusal("itemNotFound", { box_no, zongpai });
    if (expected_quantity !== undefined && expected_quantity !== quantity)
      throw new Refusal("staleExpectedQuantity", { box_no, zongpai, quantity, expected_quantity });
    const outcome = await boxes.correct({ box_no, zongpai, from: quantity, to }, operation);
    if (outcome.kind === "recorded") return outcome;
    if (outcome.kind === "beyondOrdered")
      throw new Refusal("boxedBeyondOrdered", { zongpai, ordered: outcome.ordered, headroom: outcome.headroom, quantity: to - quantity });
  }
  throw new Refusal("writeConflict", { zongpai });
};

/**
 * Sets the quantity of an item; with `expected_quantity` it is compare-and-set.
 * @throws Refusal `itemNotFound`, `staleExpectedQuantity` (with the current one), `boxedBeyondOrdered`, `writeConflict`
 */
export const editBox = (request: BoxEditRequest, context: Context) => correctTo(request, request.quantity, context);

/**
 * Takes an item out of its box; the answer carries the quantity that was taken out.
 * @throws Refusal `itemNotFound`, `staleExpectedQuantity`, `writeConflict`
 */
export const deleteBox = (request: BoxDeleteRequest, context: Context) => correctTo(request, 0, context);
