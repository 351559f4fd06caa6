import { getCounts } from "#lib/endpoints/get-counts.ts";
import { onLambda, withTable } from "#lib/lambda.ts";

export const handler = onLambda(getCounts, withTable);
