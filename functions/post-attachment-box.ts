import { saveAttachment } from "#lib/domain/attachment-box.ts";
import { erpReader } from "#lib/erp/reader.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { meter } from "#lib/metrics.ts";
import { attachmentBoxStore } from "#lib/store/attachment-boxes.ts";
import { operations } from "#lib/store/operations.ts";
import site from "#site";

export const handler = endpoint("post-attachment-box", saveAttachment, {
  operations,
  meter,
  boxes: attachmentBoxStore(site),
  erp: erpReader(site),
});
