import { getHistory } from "#lib/endpoints/get-history.ts";
import { onLambda, withTable } from "#lib/lambda.ts";

export const handler = onLambda(getHistory, withTable);
