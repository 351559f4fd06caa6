import type { APIGatewayProxyResult } from "aws-lambda";
import manifest from "../../package.json" with { type: "json" };
import type { Site } from "../site/schema.ts";
import { answerHeadersOf } from "./error-handlers.ts";

/** The answer at a site's health address: the version of the service, and nothing else. It needs neither table nor ERP. */
export const healthAnswerOf = (site: Site): APIGatewayProxyResult => ({
  statusCode: 200,
  headers: { ...answerHeadersOf(site) },
  body: JSON.stringify({ version: manifest.version }),
});
