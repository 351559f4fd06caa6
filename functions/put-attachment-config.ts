import { replaceConfig } from "#lib/domain/attachment-config.ts";
import { putAttachmentConfig } from "#lib/endpoints/put-attachment-config.ts";
import type { OnTable, Service } from "#lib/service.ts";
import { attachmentStore } from "#lib/store/attachments.ts";
import { operationStore } from "#lib/store/operations.ts";
import { overviewStore } from "#lib/store/overviews.ts";

export const make = (here: Service<OnTable>) =>
  here.write(putAttachmentConfig, replaceConfig, ({ site, table }: OnTable) => ({
    operations: operationStore(table, site),
    attachments: attachmentStore(table, site),
    places: overviewStore(table, site),
  }));
