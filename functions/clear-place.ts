import { clearPlace } from "#lib/endpoints/clear-place.ts";
import { onLambda, withTable } from "#lib/lambda.ts";

export const handler = onLambda(clearPlace, withTable);
