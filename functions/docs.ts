import { gatewayErrors } from "#lib/http/error-handlers.ts";
import type { Place } from "#lib/lambda.ts";
import { pagesFolder } from "#lib/page/files.ts";
import { readFiles, serveFiles } from "#lib/page/serve.ts";

/** Not a route: the page that describes the API. Deployed only if the site says so, together with the page's files. */
export const make = ({ site, folder }: Place) =>
  serveFiles("docs", readFiles(`${folder}/${pagesFolder}`), gatewayErrors(site)("unknownRoute"));
