import { moveItem } from "#lib/endpoints/move-item.ts";
import { onLambda, withErpIfAsked } from "#lib/lambda.ts";

export const handler = onLambda(moveItem, withErpIfAsked);
