import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { gatewayError } from "../http/gateway-error.ts";
import { indexFile, pageHeaders } from "./files.ts";

/** The files of the page, by name, from the folder in which the function was deployed. */
export const readPages = (folder: string): ReadonlyMap<string, string> =>
  new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));

/** Serves these files and no other. */
export const servePages =
  (pages: ReadonlyMap<string, string>) =>
  async ({ pathParameters }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const name = pathParameters?.file ?? indexFile;
    const body = pages.get(name);
    return body === undefined ? gatewayError("unknownRoute") : { statusCode: 200, headers: pageHeaders(name), body };
  };
