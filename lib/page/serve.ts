import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { indexFile, pageHeaders } from "./files.ts";

/** The files of the page, by name, from the folder in which the function was deployed. */
export const readPages = (folder: string): ReadonlyMap<string, string> =>
  new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));

/** Serves these files only; `unknown` is the answer to every other name. */
export const servePages =
  (pages: ReadonlyMap<string, string>, unknown: APIGatewayProxyResult) =>
  async ({ pathParameters }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const name = pathParameters?.file ?? indexFile;
    const body = pages.get(name);
    return body === undefined ? unknown : { statusCode: 200, headers: pageHeaders(name), body };
  };
