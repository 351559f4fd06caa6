import * as z from "zod/mini";
import type { Site } from "../site/schema.ts";
import { Category, knownCategories } from "./attachment.ts";
import { type ItemStore, recordedQuantity, type Saved, type Saving, saveBox } from "./box.ts";
import { type CorrectionStore, correctTo } from "./box-edit.ts";
import type { Writing, Written } from "./operation.ts";
import { BoxNo, type Output, Quantity, Zongpai } from "./value.ts";

const entry = (site: Site) => ({
  box_no: BoxNo(site),
  zongpai: Zongpai(site),
  category: Category(site),
});

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

export type EntryAppended = Saved<AttachmentBoxResponse>;
/** It also flips the evidence and checks the cap. */
export type EntryStore = ItemStore<AttachmentBoxRequest, AttachmentBoxResponse>;

export type EntryRef = Pick<AttachmentBoxRequest, "box_no" | "zongpai" | "category">;
type Corrections = Writing & { readonly boxes: CorrectionStore<EntryRef, AttachmentBoxResponse> };

/** Specification §4, POST /attachment/box. @throws as `saveBox`; Refusal `categoryNotKnown` */
export const saveAttachment = async (
  entry: AttachmentBoxRequest,
  context: Writing & Saving<AttachmentBoxRequest, AttachmentBoxResponse>,
): Promise<Written<AttachmentBoxResponse>> => {
  knownCategories([entry.category], context.site);
  return saveBox(entry, context);
};

/** Of a category that the site gave up, an entry may only become less. */
const lessOfOthers =
  (category: string, to: number, site: Site) =>
  (from = 0): void => {
    if (to > from || from === 0) knownCategories([category], site);
  };

/** Specification §4, PATCH /attachment/box. @throws as `correctTo`; Refusal `categoryNotKnown` */
export const editAttachment = async (
  { quantity, expected_quantity, ...ref }: AttachmentBoxEditRequest,
  context: Corrections,
) =>
  correctTo(
    ref,
    { to: quantity, expected_quantity },
    context,
    lessOfOthers(ref.category, quantity, context.site),
  );

/** Specification §4, DELETE /attachment/box: answers what was taken out. @throws as `editAttachment` */
export const deleteAttachment = async (
  { expected_quantity, ...ref }: AttachmentBoxDeleteRequest,
  context: Corrections,
) =>
  correctTo(
    ref,
    { to: 0, expected_quantity },
    context,
    lessOfOthers(ref.category, 0, context.site),
  );
