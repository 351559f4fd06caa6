import { onLambdaPlain } from "#lib/lambda.ts";
import { unrouted } from "#lib/routes.ts";

export const handler = onLambdaPlain(unrouted);
