import { getRefusals } from "#lib/endpoints/get-refusals.ts";
import { onLambda, withTable } from "#lib/lambda.ts";

export const handler = onLambda(getRefusals, withTable);
