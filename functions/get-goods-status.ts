import { getGoodsStatus } from "#lib/endpoints/get-goods-status.ts";
import { onLambda, withErp } from "#lib/lambda.ts";

export const handler = onLambda(getGoodsStatus, withErp);
