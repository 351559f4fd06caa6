import { getAttachmentCategories } from "#lib/endpoints/get-attachment-categories.ts";
import { onLambda, withSite } from "#lib/lambda.ts";

export const handler = onLambda(getAttachmentCategories, withSite);
