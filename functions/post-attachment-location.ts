import { registerAttachmentLocation } from "#lib/domain/attachment-location.ts";
import { postAttachmentLocation } from "#lib/endpoints/post-attachment-location.ts";
import type { OnTable, PerhapsErp, Service } from "#lib/service.ts";
import { attachmentLocationStore } from "#lib/store/locations.ts";
import { operationStore } from "#lib/store/operations.ts";

export const make = (here: Service<OnTable & PerhapsErp>) =>
  here.write(
    postAttachmentLocation,
    registerAttachmentLocation,
    ({ site, table, erp }: OnTable & PerhapsErp) => ({
      operations: operationStore(table, site),
      locations: attachmentLocationStore(table, site),
      erp,
    }),
  );
