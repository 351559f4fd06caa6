import { postBox } from "#lib/endpoints/post-box.ts";
import { onLambda, withErp } from "#lib/lambda.ts";

export const handler = onLambda(postBox, withErp);
