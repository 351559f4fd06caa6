import { deleteAttachment } from "#lib/domain/attachment-box.ts";
import { deleteAttachmentBox } from "#lib/endpoints/delete-attachment-box.ts";
import type { OnTable, Service } from "#lib/service.ts";
import { attachmentBoxStore } from "#lib/store/attachment-boxes.ts";
import { operationStore } from "#lib/store/operations.ts";

export const make = (here: Service<OnTable>) =>
  here.write(deleteAttachmentBox, deleteAttachment, ({ site, table }: OnTable) => ({
    operations: operationStore(table, site),
    boxes: attachmentBoxStore(table, site),
  }));
