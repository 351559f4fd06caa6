import { attachmentStatus } from "#lib/domain/attachment-status.ts";
import { getAttachmentStatus } from "#lib/endpoints/get-attachment-status.ts";
import type { OnTable, Service } from "#lib/service.ts";
import { attachmentStore } from "#lib/store/attachments.ts";

export const make = (here: Service<OnTable>) =>
  here.read(getAttachmentStatus, attachmentStatus, ({ site, table }: OnTable) => ({
    attachments: attachmentStore(table, site),
  }));
