import * as z from "zod/mini";
import { Refusal } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { CategoryCode } from "./attachment.ts";
import {
  askErp,
  type ErpProof,
  itemDetail,
  type MissingProof,
  recordedQuantityShape,
} from "./box.ts";
import type { ErpReader } from "./erp.ts";
import type { Operation, RecordedWrite } from "./operation.ts";
import { BoxNo, RequestQuantity, type SchemaOutput, Zongpai } from "./value.ts";

export const BoxMoveRequest = (site: Site) =>
  z
    .strictObject({
      box_no: BoxNo(site),
      to_box_no: BoxNo(site),
      zongpai: Zongpai(site),
      category: z.optional(CategoryCode(site)),
      quantity: RequestQuantity(site),
      expected_quantity: z.optional(RequestQuantity(site)),
    })
    .check(
      z.refine(({ box_no, to_box_no }) => box_no !== to_box_no, {
        path: ["to_box_no"],
        error: site.accepts.otherBox,
      }),
    );
export type BoxMoveRequest = SchemaOutput<typeof BoxMoveRequest>;

export const BoxMoveResponse = (site: Site) =>
  z.strictObject({
    box_no: z.string(),
    to_box_no: z.string(),
    zongpai: z.string(),
    category: z.optional(z.string()),
    ...recordedQuantityShape(site),
  });
export type BoxMoveResponse = SchemaOutput<typeof BoxMoveResponse>;

/** What a box holds of an item: a scaled quantity, and the name of the product where it is known. */
type HeldItem = { readonly quantity: number; readonly product?: string | undefined };

export type MoveStore = {
  /**
   * Moves in one transaction if the first box holds this. Otherwise returns what it `holds`, if anything.
   * @throws DuplicateBoxItemError if the second box has the item already
   */
  readonly moveItem: (
    request: BoxMoveRequest,
    held: HeldItem,
    operation: Operation,
    proof: ErpProof,
  ) => Promise<
    | RecordedWrite<BoxMoveResponse>
    | MissingProof
    | { readonly kind: "holds"; readonly item?: HeldItem | undefined }
  >;
};

type MoveContext = {
  readonly operation: Operation;
  readonly boxes: MoveStore;
  readonly erp: ErpReader | undefined;
};

/**
 * Moves a quantity from one box into another. Because a move changes no sum, no cap is checked and no evidence flips. Because most moves
 * empty the box, the first attempt assumes that, without a read.
 * @throws DuplicateBoxItemError, Refusal `itemNotFound`, `staleExpectedQuantity`, `movedBeyondBoxed`, `writeConflict`, `boxNotFound`,
 * `erpUnavailable`, `erpRowInvalid`
 */
export const moveItem = async (
  request: BoxMoveRequest,
  { operation, boxes, erp }: MoveContext,
): Promise<RecordedWrite<BoxMoveResponse>> => {
  const { box_no, to_box_no, zongpai, quantity, expected_quantity } = request;
  const detail = { box_no, ...itemDetail(request) };
  let held: HeldItem = { quantity: expected_quantity ?? quantity };
  let proof: ErpProof = {};
  while (operation.deadline.left() > 0) {
    const outcome = await boxes.moveItem(request, held, operation, proof);
    if (outcome.kind === "recorded") return outcome;
    if (outcome.kind === "unverified") {
      if (!erp) throw new Error("a site that requires known boxes has no ERP to ask");
      proof = await askErp({ box_no: to_box_no, zongpai }, outcome, proof, { operation, erp });
      continue;
    }
    if (!outcome.item) throw new Refusal("itemNotFound", detail);
    held = outcome.item;
    const boxed = held.quantity;
    if (expected_quantity !== undefined && boxed !== expected_quantity)
      throw new Refusal("staleExpectedQuantity", { ...detail, quantity: boxed, expected_quantity });
    if (boxed < quantity)
      throw new Refusal("movedBeyondBoxed", { ...detail, boxed_quantity: boxed, quantity });
  }
  throw new Refusal("writeConflict", { zongpai });
};
