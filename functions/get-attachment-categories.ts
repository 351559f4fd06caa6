import { listCategories } from "#lib/domain/attachment.ts";
import { getAttachmentCategories } from "#lib/endpoints/get-attachment-categories.ts";
import type { Alone, Service } from "#lib/service.ts";

export const make = (here: Service<Alone>) =>
  here.read(getAttachmentCategories, listCategories, () => ({}));
