import { gatewayErrors } from "#lib/http/error-handlers.ts";
import type { Place } from "#lib/lambda.ts";
import { pagesFolder } from "#lib/page/files.ts";
import { readFiles, serveFiles } from "#lib/page/serve.ts";

/** Not a route: the pages for worker and supervisor, without any data. Deployed only if the site has pages, together with their files. */
export const make = ({ site, folder }: Place) =>
  serveFiles("pages", readFiles(`${folder}/${pagesFolder}`), gatewayErrors(site)("unknownRoute"));
