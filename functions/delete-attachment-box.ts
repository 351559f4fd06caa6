import { deleteAttachment } from "#lib/domain/attachment-box.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { meter } from "#lib/metrics.ts";
import { attachmentBoxStore } from "#lib/store/attachment-boxes.ts";
import { operations } from "#lib/store/operations.ts";
import site from "#site";

export const handler = endpoint("delete-attachment-box", deleteAttachment, { operations, meter, boxes: attachmentBoxStore(site) });
