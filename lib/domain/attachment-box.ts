import * as z from "zod/mini";
import type { Site } from "../site/schema.ts";
import { Category } from "./attachment.ts";
import { recordedQuantity } from "./box.ts";
import { BoxNo, type Output, Quantity, Zongpai } from "./value.ts";

export const AttachmentBoxRequest = (site: Site) =>
  z.strictObject({
    box_no: BoxNo(site),
    zongpai: Zongpai(site),
    category: Category(site),
    quantity: Quantity(site),
  });
export type AttachmentBoxRequest = Output<typeof AttachmentBoxRequest>;

export const AttachmentBoxEditRequest = (site: Site) =>
  z.extend(AttachmentBoxRequest(site), { expected_quantity: z.optional(Quantity(site)) });
export const AttachmentBoxDeleteRequest = (site: Site) =>
  z.omit(AttachmentBoxEditRequest(site), { quantity: true });

export const AttachmentBoxResponse = (site: Site) =>
  z.strictObject({
    box_no: z.string(),
    zongpai: z.string(),
    category: z.string(),
    ...recordedQuantity(site),
  });
export type AttachmentBoxResponse = Output<typeof AttachmentBoxResponse>;
