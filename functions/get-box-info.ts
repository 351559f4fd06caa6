import { getBoxInfo } from "#lib/endpoints/get-box-info.ts";
import { onLambda, withErp } from "#lib/lambda.ts";

export const handler = onLambda(getBoxInfo, withErp);
