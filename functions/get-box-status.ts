import { getBoxStatus } from "#lib/endpoints/get-box-status.ts";
import { onLambda, withTable } from "#lib/lambda.ts";

export const handler = onLambda(getBoxStatus, withTable);
