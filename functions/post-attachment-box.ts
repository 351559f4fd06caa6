import { saveAttachment } from "#lib/domain/attachment-box.ts";
import { postAttachmentBox } from "#lib/endpoints/post-attachment-box.ts";
import type { OnErp, Service } from "#lib/service.ts";
import { attachmentBoxStore } from "#lib/store/attachment-boxes.ts";
import { operationStore } from "#lib/store/operations.ts";

export const make = (here: Service<OnErp>) =>
  here.write(postAttachmentBox, saveAttachment, ({ site, table, erp }: OnErp) => ({
    operations: operationStore(table, site),
    boxes: attachmentBoxStore(table, site),
    erp,
  }));
