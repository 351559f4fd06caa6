import * as z from "zod/mini";
import { DuplicateBoxItemError, Refusal } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { Category, knownCategories } from "./attachment.ts";
import { askErp, itemName, type Proof, recordedQuantity, type Unproved } from "./box.ts";
import { type CorrectionStore, correctTo } from "./box-edit.ts";
import type { Erp } from "./erp.ts";
import type { Operation, Writing, Written } from "./operation.ts";
import { BoxNo, type Output, Quantity, Zongpai } from "./value.ts";

const entry = (site: Site) => ({
  box_no: BoxNo(site),
  zongpai: Zongpai(site),
  category: Category(site),
});

/** Specification §4: POST /attachment/box. */
export const AttachmentBoxRequest = (site: Site) =>
  z.strictObject({ ...entry(site), quantity: Quantity(site) });
export type AttachmentBoxRequest = Output<typeof AttachmentBoxRequest>;

export const AttachmentBoxEditRequest = (site: Site) =>
  z.extend(AttachmentBoxRequest(site), { expected_quantity: z.optional(Quantity(site)) });
export type AttachmentBoxEditRequest = Output<typeof AttachmentBoxEditRequest>;

export const AttachmentBoxDeleteRequest = (site: Site) =>
  z.strictObject({ ...entry(site), expected_quantity: z.optional(Quantity(site)) });
export type AttachmentBoxDeleteRequest = Output<typeof AttachmentBoxDeleteRequest>;

export const AttachmentBoxResponse = (site: Site) =>
  z.strictObject({
    box_no: z.string(),
    zongpai: z.string(),
    category: z.string(),
    ...recordedQuantity(site),
  });
export type AttachmentBoxResponse = Output<typeof AttachmentBoxResponse>;

export type EntryAppended =
  | Written<AttachmentBoxResponse>
  | { readonly kind: "duplicate"; readonly quantity: number }
  | { readonly kind: "notConfigured" }
  | { readonly kind: "capExceeded"; readonly headroom: number }
  | Unproved;

export type EntryStore = {
  /** Appends the entry, flips the evidence and checks the cap, in one transaction. */
  readonly append: (
    entry: AttachmentBoxRequest,
    operation: Operation,
    proof: Proof,
  ) => Promise<EntryAppended>;
};

export type EntryRef = Pick<AttachmentBoxRequest, "box_no" | "zongpai" | "category">;
type Corrections = Writing & { readonly boxes: CorrectionStore<EntryRef, AttachmentBoxResponse> };

/**
 * Specification §4, POST /attachment/box; as `saveBox`, after all other checks.
 * @throws DuplicateBoxItemError, ZongpaiNotFoundError, Refusal `categoryNotKnown`, `categoryNotConfigured`, `capExceeded`, `boxNotFound`,
 * `erpUnavailable`
 */
export const saveAttachment = async (
  request: AttachmentBoxRequest,
  context: Writing & { readonly boxes: EntryStore; readonly erp: Erp },
): Promise<Written<AttachmentBoxResponse>> => {
  const { box_no, zongpai, category, quantity } = request;
  knownCategories([category], context.site);
  let proof: Proof = {};
  for (;;) {
    const outcome = await context.boxes.append(request, context.operation, proof);
    switch (outcome.kind) {
      case "recorded":
        return outcome;
      case "duplicate":
        throw new DuplicateBoxItemError({
          item: itemName(request),
          box_no,
          quantity: outcome.quantity,
        });
      case "notConfigured":
        throw new Refusal("categoryNotConfigured", { category, zongpai });
      case "capExceeded":
        throw new Refusal("capExceeded", {
          category,
          zongpai,
          headroom: outcome.headroom,
          quantity,
        });
      case "unverified":
        proof = await askErp(request, outcome, proof, context);
    }
  }
};

/** Of a category that the site gave up, an entry may only become less. */
const lessOfOthers =
  (category: string, to: number, site: Site) =>
  (from = 0): void => {
    if (to > from || from === 0) knownCategories([category], site);
  };

/** Specification §4, PATCH /attachment/box. @throws Refusal as `correctTo`, `categoryNotKnown` */
export const editAttachment = async (
  { quantity, expected_quantity, ...ref }: AttachmentBoxEditRequest,
  context: Corrections,
): Promise<Written<AttachmentBoxResponse>> =>
  correctTo(
    ref,
    { to: quantity, expected_quantity },
    context,
    lessOfOthers(ref.category, quantity, context.site),
  );

/** Specification §4, DELETE /attachment/box: answers what was taken out. @throws Refusal as `editAttachment` */
export const deleteAttachment = async (
  { expected_quantity, ...ref }: AttachmentBoxDeleteRequest,
  context: Corrections,
): Promise<Written<AttachmentBoxResponse>> =>
  correctTo(
    ref,
    { to: 0, expected_quantity },
    context,
    lessOfOthers(ref.category, 0, context.site),
  );
