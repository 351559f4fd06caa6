import { deleteAttachmentBox } from "#lib/endpoints/delete-attachment-box.ts";
import { onLambda, withTable } from "#lib/lambda.ts";

export const handler = onLambda(deleteAttachmentBox, withTable);
