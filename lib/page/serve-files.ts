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

/** The path of the pages leads to the worker's: one folder is the scope of their service worker. */
export const serveFiles =
  (shelf: FileSet, fileOf: FileOf, site: Site) =>
  async ({
    pathParameters,
    requestContext,
  }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const name = pathParameters?.file ?? indexFile;
    if (shelf === "pages" && name === indexFile)
      return {
        statusCode: 302,
        headers: { location: `${requestContext.path}/worker`, "cache-control": "no-cache" },
        body: "",
      };
    const file = await fileOf(name);
    if (!file) return gatewayErrorsOf(site)("unknownRoute");
    const binary = isBinary(name);
    return {
      statusCode: 200,
      headers: fileHeaders(shelf, name, site),
      body: file.toString(binary ? "base64" : "utf8"),
      isBase64Encoded: binary,
    };
  };

/**
 * A browser that has seen it asks this host for https alone, for a year. The local stage does not send it: behind https on a laptop it would
 * hold for every port of localhost.
 */
const httpsAlone = { "strict-transport-security": "max-age=31536000" };

export const serveDeployedFiles =
  (shelf: FileSet) =>
  ({ site, folder }: { readonly site: Site; readonly folder: string }) => {
    const serve = serveFiles(shelf, readFiles(join(folder, pagesFolder)), site);
    return async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
      const answer = await serve(event);
      return { ...answer, headers: { ...answer.headers, ...httpsAlone } };
    };
  };
