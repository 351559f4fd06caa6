import { patchAttachmentBox } from "#lib/endpoints/patch-attachment-box.ts";
import { onLambda, withTable } from "#lib/lambda.ts";

export const handler = onLambda(patchAttachmentBox, withTable);
