import { onLambdaPlain } from "#lib/lambda.ts";
import { deployed } from "#lib/page/serve.ts";

export const handler = onLambdaPlain(deployed("docs"));
