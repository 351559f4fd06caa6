import * as z from "zod/mini";
import type { Site } from "../site/schema.ts";
import { CategoryCode } from "./attachment.ts";
import { recordedQuantityShape } from "./box.ts";
import { BoxNo, RequestQuantity, type SchemaOutput, Zongpai } from "./value.ts";

export const AttachmentBoxRequest = (site: Site) =>
  z.strictObject({
    box_no: BoxNo(site),
    zongpai: Zongpai(site),
    category: CategoryCode(site),
    quantity: RequestQuantity(site),
  });
export type AttachmentBoxRequest = SchemaOutput<typeof AttachmentBoxRequest>;

export const AttachmentBoxEditRequest = (site: Site) =>
  z.extend(AttachmentBoxRequest(site), { expected_quantity: z.optional(RequestQuantity(site)) });
export const AttachmentBoxDeleteRequest = (site: Site) =>
  z.omit(AttachmentBoxEditRequest(site), { quantity: true });

export const AttachmentBoxResponse = (site: Site) =>
  z.strictObject({
    box_no: z.string(),
    zongpai: z.string(),
    category: z.string(),
    ...recordedQuantityShape(site),
  });
export type AttachmentBoxResponse = SchemaOutput<typeof AttachmentBoxResponse>;
