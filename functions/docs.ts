import type { Place } from "#lib/here.ts";
import { gatewayErrors } from "#lib/http/gateway-error.ts";
import { pagesFolder } from "#lib/page/files.ts";
import { readPages, servePages } from "#lib/page/serve.ts";

/** Not a route: the page that describes the API, deployed with its files only where the site says so. */
export const make = ({ site, folder }: Place) => servePages(readPages(`${folder}/${pagesFolder}`), gatewayErrors(site)("unknownRoute"));
