import { putAttachmentConfig } from "#lib/endpoints/put-attachment-config.ts";
import { onLambda, withTable } from "#lib/lambda.ts";

export const handler = onLambda(putAttachmentConfig, withTable);
