import { listCategories } from "#lib/domain/attachment.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const handler = endpoint("get-attachment-categories", listCategories, {});
