import { requireEnv } from "#lib/env.ts";
import { pagesFolder } from "#lib/page/files.ts";
import { readPages, servePages } from "#lib/page/serve.ts";

/** Not a route: the page that describes the API, deployed with its files only where the site says so. */
export const handler = servePages(readPages(`${requireEnv("LAMBDA_TASK_ROOT")}/${pagesFolder}`));
