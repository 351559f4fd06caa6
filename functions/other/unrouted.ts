import { onLambdaPlain } from "#lib/lambda.ts";
import { unroutedHandler } from "#lib/routes.ts";

export const handler = onLambdaPlain(unroutedHandler);
