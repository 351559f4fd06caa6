import { getMe } from "#lib/endpoints/get-me.ts";
import { onLambda, withSite } from "#lib/lambda.ts";

export const handler = onLambda(getMe, withSite);
