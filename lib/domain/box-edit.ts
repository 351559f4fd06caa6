import * as z from "zod";
import { Refusal } from "../errors.ts";
import { BoxSaveRequest, type BoxSaveResponse, itemName } from "./box.ts";
import { type Operation, type Receipt, replay, type Written } from "./operation.ts";
import { BoxNo, Quantity, type ValueSettings, Zongpai } from "./value.ts";

/** A change of a saved assignment ("assignments are editable", specification §4), on the path that the site names. */
export const BoxEditRequest = (site: ValueSettings) => BoxSaveRequest(site).extend({ expected_quantity: Quantity(site).optional() });
export type BoxEditRequest = z.output<ReturnType<typeof BoxEditRequest>>;

export const BoxDeleteRequest = (site: ValueSettings) =>
  z.strictObject({ box_no: BoxNo(site), zongpai: Zongpai(site), expected_quantity: Quantity(site).optional() });
export type BoxDeleteRequest = z.output<ReturnType<typeof BoxDeleteRequest>>;

/** Names one item of a box: goods, or an attachment of them. */
export type ItemRef = { readonly box_no: string; readonly zongpai: string; readonly category?: string };

/** A change of one item, conditional on what was read; quantities are scaled integers. */
export type Correction = ItemRef & { readonly from: number; readonly to: number };

/** What a correction met; `moved` when the item changed between the read and the write. */
export type Corrected<Result> =
  | Written<Result>
  | { readonly kind: "moved" }
  | { readonly kind: "beyondOrdered"; readonly ordered: number; readonly headroom: number }
  | { readonly kind: "capExceeded"; readonly category: string; readonly headroom: number; readonly needed: number };

/** An item as read, with what else the store read of it and wants back with the correction. */
type Found<Seen> = { readonly receipt?: Receipt | undefined; readonly quantity?: number; readonly seen: Seen };

export type CorrectionStore<Result, Seen = unknown> = {
  /** The item and, in the same read, the operation row: a repeated deletion finds its receipt, not "absent". */
  readonly find: (item: ItemRef, operation: Operation) => Promise<Found<Seen>>;
  /** Sets the quantity; 0 takes the item out of the box. */
  readonly correct: (correction: Correction, operation: Operation, seen: Seen) => Promise<Corrected<Result>>;
};

type Context<Result, Seen> = { readonly operation: Operation; readonly boxes: CorrectionStore<Result, Seen> };

/**
 * Sets the quantity of an item, of goods or of an attachment; looks again when someone changed it in between.
 * @throws Refusal `itemNotFound`, `staleExpectedQuantity`, `boxedBeyondOrdered`, `capExceeded`, `writeConflict` when the time is up
 */
export const correctTo = async <Result, Seen>(
  request: ItemRef & { readonly expected_quantity?: number | undefined },
  to: number,
  { operation, boxes }: Context<Result, Seen>,
): Promise<Written<Result>> => {
  const { box_no, zongpai, category, expected_quantity } = request;
  const ref = { box_no, zongpai, category };
  const item = itemName(ref);
  while (operation.deadline.left() > 0) {
    const { receipt, quantity, seen } = await boxes.find(ref, operation);
    if (receipt) return replay(receipt, operation);
    if (quantity === undefined) throw new Refusal("itemNotFound", { box_no, item });
    if (expected_quantity !== undefined && expected_quantity !== quantity)
      throw new Refusal("staleExpectedQuantity", { box_no, item, quantity, expected_quantity });
    const outcome = await boxes.correct({ ...ref, from: quantity, to }, operation, seen);
    switch (outcome.kind) {
      case "recorded":
        return outcome;
      case "beyondOrdered":
        throw new Refusal("boxedBeyondOrdered", { zongpai, ordered: outcome.ordered, headroom: outcome.headroom, quantity: to - quantity });
      case "capExceeded":
        throw new Refusal("capExceeded", { zongpai, category: outcome.category, headroom: outcome.headroom, quantity: outcome.needed });
    }
  }
  throw new Refusal("writeConflict", { zongpai });
};

/**
 * Sets the quantity of goods in a box; with `expected_quantity` it is compare-and-set.
 * @throws Refusal as `correctTo`
 */
export const editBox = <Seen>(request: BoxEditRequest, context: Context<BoxSaveResponse, Seen>) =>
  correctTo(request, request.quantity, context);

/**
 * Takes goods out of their box; the answer carries the quantity that was taken out.
 * @throws Refusal as `correctTo`
 */
export const deleteBox = <Seen>(request: BoxDeleteRequest, context: Context<BoxSaveResponse, Seen>) => correctTo(request, 0, context);
