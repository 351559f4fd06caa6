import { postBoxLocation } from "#lib/endpoints/post-box-location.ts";
import { onLambda, withTable } from "#lib/lambda.ts";

export const handler = onLambda(postBoxLocation, withTable);
