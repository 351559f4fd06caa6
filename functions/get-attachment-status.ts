import { attachmentStatus } from "#lib/domain/attachment-status.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { attachmentStore } from "#lib/store/attachments.ts";
import site from "#site";

export const handler = endpoint("get-attachment-status", attachmentStatus, { attachments: attachmentStore(site) });
