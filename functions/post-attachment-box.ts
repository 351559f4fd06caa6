import { postAttachmentBox } from "#lib/endpoints/post-attachment-box.ts";
import { onLambda, withErp } from "#lib/lambda.ts";

export const handler = onLambda(postAttachmentBox, withErp);
