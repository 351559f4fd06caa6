import * as z from "zod/mini";
import { Refusal } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { refuseUnknownCategories } from "./attachment.ts";
import { BoxSaveRequest, itemDetail } from "./box.ts";
import {
  type Operation,
  type OperationReceipt,
  type RecordedWrite,
  replayReceipt,
  type WriteContext,
} from "./operation.ts";
import { RequestQuantity } from "./value.ts";

/** Specification §4: "assignments are editable". */
export const BoxEditRequest = (site: Site) =>
  z.extend(BoxSaveRequest(site), { expected_quantity: z.optional(RequestQuantity(site)) });
export const BoxDeleteRequest = (site: Site) => z.omit(BoxEditRequest(site), { quantity: true });

/** An item of a box: goods, or an attachment of them. */
export type ItemRef = {
  readonly box_no: string;
  readonly zongpai: string;
  readonly category?: string;
};

/** From a quantity, if it is still that, to another; scaled integers. */
export type QuantityCorrection = readonly [from: number, to: number];

export type CorrectionStore<Ref extends ItemRef, Result> = {
  /** Reads the item and the operation row together, so that a repeated deletion finds its receipt. */
  readonly findItem: (
    ref: Ref,
    operation: Operation,
  ) => Promise<{
    readonly receipt?: OperationReceipt | undefined;
    readonly quantity?: number | undefined;
    /**
     * A correction to 0 takes the item out of the box. Gives `undefined` if the item changed meanwhile.
     * @throws Refusal `boxedBeyondOrdered`, `capExceeded`
     */
    readonly correctQuantity: (
      ...correction: QuantityCorrection
    ) => Promise<RecordedWrite<Result> | undefined>;
  }>;
};

type ItemEdit = { readonly quantity?: number; readonly expected_quantity?: number };

/**
 * Specification §4, PATCH and DELETE of goods or an attachment in a box. A deletion names no quantity, and answers what was taken out. If
 * another write changed the item between the read and the write, it reads again. An entry of a category that the site gave up may only
 * become less.
 * @throws as `correctQuantity`; Refusal `categoryNotKnown`, `itemNotFound`, `staleExpectedQuantity`, `writeConflict`
 */
export const correctItem = async <Ref extends ItemRef, Result>(
  request: Ref & ItemEdit,
  { site, operation, boxes }: WriteContext & { readonly boxes: CorrectionStore<Ref, Result> },
): Promise<RecordedWrite<Result>> => {
  const { box_no, zongpai, category, quantity: to = 0, expected_quantity } = request;
  const detail = { box_no, ...itemDetail(request) };
  while (operation.deadline.left() > 0) {
    const { receipt, quantity, correctQuantity } = await boxes.findItem(request, operation);
    if (receipt) return replayReceipt(receipt, operation);
    if (category !== undefined && to > (quantity ?? -1)) refuseUnknownCategories([category], site);
    if (quantity === undefined) throw new Refusal("itemNotFound", detail);
    if (expected_quantity !== undefined && expected_quantity !== quantity)
      throw new Refusal("staleExpectedQuantity", { ...detail, quantity, expected_quantity });
    const written = await correctQuantity(quantity, to);
    if (written) return written;
  }
  throw new Refusal("writeConflict", { zongpai });
};
