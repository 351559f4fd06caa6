import { editAttachment } from "#lib/domain/attachment-box.ts";
import { patchAttachmentBox } from "#lib/endpoints/patch-attachment-box.ts";
import type { OnTable, Service } from "#lib/service.ts";
import { attachmentBoxStore } from "#lib/store/attachment-boxes.ts";
import { operationStore } from "#lib/store/operations.ts";

export const make = (here: Service<OnTable>) =>
  here.write(patchAttachmentBox, editAttachment, ({ site, table }: OnTable) => ({
    operations: operationStore(table, site),
    boxes: attachmentBoxStore(table, site),
  }));
