import { postTraceLocation } from "#lib/endpoints/post-trace-location.ts";
import { onLambda, withErpIfAsked } from "#lib/lambda.ts";

export const handler = onLambda(postTraceLocation, withErpIfAsked);
