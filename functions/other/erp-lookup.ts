import { answerLookups } from "#lib/erp/lookup-function.ts";
import { onLambdaLookup } from "#lib/lambda.ts";

/** Asks the ERP's server for the other functions, and is the only one that does. Deployed for sites whose ERP has a server. */
export const handler = onLambdaLookup(answerLookups);
