import { postAttachmentLocation } from "#lib/endpoints/post-attachment-location.ts";
import { onLambda, withErpIfAsked } from "#lib/lambda.ts";

export const handler = onLambda(postAttachmentLocation, withErpIfAsked);
