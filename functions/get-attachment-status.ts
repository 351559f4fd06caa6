import { getAttachmentStatus } from "#lib/endpoints/get-attachment-status.ts";
import { onLambda, withTable } from "#lib/lambda.ts";

export const handler = onLambda(getAttachmentStatus, withTable);
