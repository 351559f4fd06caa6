import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { gatewayErrorsOf } from "../http/error-handlers.ts";
import type { Site } from "../site/schema.ts";
import { type FileSet, fileHeaders, indexFile, isBinary, pagesFolder } from "./files.ts";

/** Gives a file by its name, if there is one. */
export type FileOf = (name: string) => Buffer | undefined | Promise<Buffer | undefined>;

const readFiles = (folder: string): FileOf => {
  const files = new Map(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]),
  );
  return (name) => files.get(name);
};

/** Serves files. The path of the pages leads to the worker's page, because their service worker has one folder as its scope. */
export const serveFiles =
  (fileSet: FileSet, fileOf: FileOf, site: Site) =>
  async ({
    pathParameters,
    requestContext,
  }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const name = pathParameters?.file ?? indexFile;
    if (fileSet === "pages" && name === indexFile)
      return {
        statusCode: 302,
        headers: { location: `${requestContext.path}/worker`, "cache-control": "no-cache" },
        body: "",
      };
    const file = await fileOf(name);
    if (!file) return gatewayErrorsOf(site)("unknownRoute");
    const isBase64Encoded = isBinary(name);
    return {
      statusCode: 200,
      headers: fileHeaders(fileSet, name, site),
      body: file.toString(isBase64Encoded ? "base64" : "utf8"),
      isBase64Encoded,
    };
  };

/**
 * With this header a browser asks this host for https alone, for a year. The local stage does not send it, because it would hold for
 * every port of localhost.
 */
const httpsAlone = { "strict-transport-security": "max-age=31536000" };

export const serveDeployedFiles =
  (fileSet: FileSet) =>
  ({ site, folder }: { readonly site: Site; readonly folder: string }) => {
    const serve = serveFiles(fileSet, readFiles(join(folder, pagesFolder)), site);
    return async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
      const answer = await serve(event);
      return { ...answer, headers: { ...answer.headers, ...httpsAlone } };
    };
  };
