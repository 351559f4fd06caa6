import * as z from "zod/mini";
import { Refusal } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { type BeyondOrdered, BoxSaveRequest, type BoxSaveResponse, itemName } from "./box.ts";
import { type Operation, type Receipt, replay, type Written } from "./operation.ts";
import { BoxNo, type Output, Quantity, Zongpai } from "./value.ts";

/** Specification §4: "assignments are editable". */
export const BoxEditRequest = (site: Site) =>
  z.extend(BoxSaveRequest(site), { expected_quantity: z.optional(Quantity(site)) });
export type BoxEditRequest = Output<typeof BoxEditRequest>;

export const BoxDeleteRequest = (site: Site) =>
  z.strictObject({
    box_no: BoxNo(site),
    zongpai: Zongpai(site),
    expected_quantity: z.optional(Quantity(site)),
  });
export type BoxDeleteRequest = Output<typeof BoxDeleteRequest>;

/** An item of a box: goods, or an attachment of them. */
export type ItemRef = {
  readonly box_no: string;
  readonly zongpai: string;
  readonly category?: string;
};

/** Valid only if `from` is still the quantity; scaled integers. */
export type Correction = ItemRef & { readonly from: number; readonly to: number };

/** `conflict`: the item changed between the read and the write. */
export type Corrected<Result> =
  | Written<Result>
  | { readonly kind: "conflict" }
  | BeyondOrdered
  | {
      readonly kind: "capExceeded";
      readonly category: string;
      readonly headroom: number;
      readonly needed: number;
    };

type ItemRead<Result> = {
  readonly receipt?: Receipt;
  /** A correction to 0 takes it out of the box. */
  readonly item?: {
    readonly quantity: number;
    readonly correct: (to: number) => Promise<Corrected<Result>>;
  };
};

export type CorrectionStore<Ref extends ItemRef, Result> = {
  /** Reads the item and the operation row together, so that a repeated deletion finds its receipt. */
  readonly find: (ref: Ref, operation: Operation) => Promise<ItemRead<Result>>;
};

type Context<Ref extends ItemRef, Result> = {
  readonly operation: Operation;
  readonly boxes: CorrectionStore<Ref, Result>;
};

/**
 * Sets the quantity of an item; reads again if somebody changed it between the read and the write.
 * @throws Refusal `itemNotFound`, `staleExpectedQuantity`, `boxedBeyondOrdered`, `capExceeded`, `writeConflict`
 */
export const correctTo = async <Ref extends ItemRef, Result>(
  ref: Ref,
  { to, expected_quantity }: { readonly to: number; readonly expected_quantity?: number },
  { operation, boxes }: Context<Ref, Result>,
  /** Throws if the item that was read may not be corrected so. */
  allow: (from: number | undefined) => void = () => {},
): Promise<Written<Result>> => {
  const { box_no, zongpai } = ref;
  const name = itemName(ref);
  while (operation.deadline.left() > 0) {
    const { receipt, item } = await boxes.find(ref, operation);
    if (receipt) return replay(receipt, operation);
    allow(item?.quantity);
    if (!item) throw new Refusal("itemNotFound", { box_no, item: name });
    const { quantity } = item;
    if (expected_quantity !== undefined && expected_quantity !== quantity)
      throw new Refusal("staleExpectedQuantity", {
        box_no,
        item: name,
        quantity,
        expected_quantity,
      });
    const outcome = await item.correct(to);
    switch (outcome.kind) {
      case "recorded":
        return outcome;
      case "beyondOrdered": {
        const { ordered, headroom } = outcome;
        throw new Refusal("boxedBeyondOrdered", {
          zongpai,
          ordered,
          headroom,
          quantity: to - quantity,
        });
      }
      case "capExceeded": {
        const { category, headroom, needed } = outcome;
        throw new Refusal("capExceeded", { category, zongpai, headroom, quantity: needed });
      }
    }
  }
  throw new Refusal("writeConflict", { zongpai });
};

type Goods = Context<Pick<BoxDeleteRequest, "box_no" | "zongpai">, BoxSaveResponse>;

/** @throws as `correctTo` */
export const editBox = ({ quantity, expected_quantity, ...ref }: BoxEditRequest, context: Goods) =>
  correctTo(ref, { to: quantity, expected_quantity }, context);

/** Answers what was taken out. @throws as `correctTo` */
export const deleteBox = ({ expected_quantity, ...ref }: BoxDeleteRequest, context: Goods) =>
  correctTo(ref, { to: 0, expected_quantity }, context);
