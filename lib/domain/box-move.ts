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

export type MoveStore = {
  /**
   * Moves in one transaction if the first box holds the quantity `held`. Otherwise returns the quantity that it `holds`, if any.
   * @throws DuplicateBoxItemError if the second box has the item already
   */
  readonly moveItem: (
    request: BoxMoveRequest,
    held: number,
    operation: Operation,
    proof: ErpProof,
  ) => Promise<
    | RecordedWrite<BoxMoveResponse>
    | MissingProof
    | { readonly kind: "holds"; readonly quantity?: number }
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
  let held = expected_quantity ?? quantity;
  let proof: ErpProof = {};
  while (operation.deadline.left() > 0) {
    const outcome = await boxes.moveItem(request, held, operation, proof);
    if (outcome.kind === "recorded") return outcome;
    if (outcome.kind === "unverified") {
      if (!erp) throw new Error("a site that requires known boxes has no ERP to ask");
      proof = await askErp({ box_no: to_box_no, zongpai }, outcome, proof, { operation, erp });
      continue;
    }
    if (outcome.quantity === undefined) throw new Refusal("itemNotFound", detail);
    held = outcome.quantity;
    if (expected_quantity !== undefined && held !== expected_quantity)
      throw new Refusal("staleExpectedQuantity", { ...detail, quantity: held, expected_quantity });
    if (held < quantity)
      throw new Refusal("movedBeyondBoxed", { ...detail, boxed_quantity: held, quantity });
  }
  throw new Refusal("writeConflict", { zongpai });
};
