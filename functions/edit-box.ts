import { editBox } from "#lib/endpoints/edit-box.ts";
import { onLambda, withTable } from "#lib/lambda.ts";

export const handler = onLambda(editBox, withTable);
