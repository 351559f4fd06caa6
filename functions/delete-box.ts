import { deleteBox } from "#lib/endpoints/delete-box.ts";
import { onLambda, withTable } from "#lib/lambda.ts";

export const handler = onLambda(deleteBox, withTable);
