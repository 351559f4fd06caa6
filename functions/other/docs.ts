import { onLambdaPlain } from "#lib/lambda.ts";
import { serveDeployedFiles } from "#lib/page/serve-files.ts";

export const handler = onLambdaPlain(serveDeployedFiles("docs"));
