import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { gatewayError } from "./gateway-error.ts";

/** The folder beside the function in which the page's files lie, and the name of the page itself among them. */
export const pagesFolder = "pages";
export const indexFile = "index.html";

/** Where the page is, below the site's base path; its files are one level below it. */
export const docsPath = "/docs";

const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
};

const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'";

/** The headers of a file of the page, by its name. */
export const pageHeaders = (name: string): Record<string, string> => ({
  "content-type": types[/\.(\w+)$/.exec(name)?.[1] ?? "html"] ?? "application/octet-stream",
  "cache-control": "no-cache",
  "content-security-policy": policy,
  "x-content-type-options": "nosniff",
});

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
